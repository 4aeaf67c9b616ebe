import type { Words } from './words.ts'

/** Invented places and family names (head + tail), by country. No real club, no real player. */
export const WORLD_WORDS: Readonly<Record<string, Words>> = {
  Brazil: {
    given:
      'Wallace,Everton,Caio,Matheus,Vitor Hugo,Thiago,Igor,Lucas,Gustavo,Wesley,Renan,Breno,Davi,Kauã,Jonatas,Rodrigo,Felipe,Edson,Marlon,Leonardo,Yago,Alan',
    heads: 'Azev,Barb,Camp,Dant,Figueir,Galv,Jard,Lac,Mend,Nasc,Oliv,Pach,Quadr,Rez,Sant,Tav,Urb,Vasc,Xav,Zamb',
    tails: 'edo,osa,argo,arim,oso,ão,ilho,erda,onça,ento,eira,aroto,ano,ende,iaga,ares',
    places:
      'Serra Azulina,Porto Bravo,Itaporã do Norte,Campo Belo Novo,Araçuã,Ribeira Grande,Monte Dourado,Lagoa Funda,Jacarandal,Santa Aurora,Vila Mineira,Barra do Sereno,Cabo Formoso,Nova Alvorecer,Pedra Lisa,Guaratiba do Sul,Tucumã Real,Rio Cristal,Palmares do Oeste',
    clubs: 'EC {},{} FC,Atlético {},Grêmio {},Clube {},SC {},América de {}',
    venue: 'Arena {}',
    joiner: ' da ',
    mono: {
      heads: 'Ded,Tuc,Bir,Pit,Cac,Zez,Jun,Nen,Raf,Mosc,Rib,Wand',
      tails: 'ezinho,aldo,oca,anga,ildo,ão,inha,ê,ito,erlei',
    },
  },
  Argentina: {
    given:
      'Facundo,Lautaro Nahuel,Ezequiel,Matías,Tomás,Agustín,Bruno,Leandro,Franco,Gonzalo,Santiago,Valentín,Ignacio,Maximiliano,Ramiro,Joaquín,Emiliano,Cristian,Thiago,Braian,Elías,Kevin',
    heads: 'Ferr,Bel,Cost,Dom,Esc,Gal,Ir,Led,Mal,Oll,Pal,Quir,Riv,Sos,Torr,Vill,Zar,Ach,Burr,Card',
    tails: 'eyra,etti,entino,ínguez,udero,arza,igoyen,esma,onado,avarría,acios,oga,aneira,anera,ealba,uzzi',
    places:
      'Villa Ombú,San Telmo Norte,Puerto Quieto,Arroyo Seco Chico,Los Ceibales,Laguna Brava,Río Tercio,Colonia Palma,Monte Quemado Sur,La Resolana,Pampa Alta,Cerro Añil,General Olmos,Santa Ifigenia,El Trébol Viejo,Barrio Estación,Costa Grande,Tres Lomas,Nueva Cádiz',
    clubs: 'CA {},Deportivo {},{} Juniors,Sportivo {},Racing de {},Unión {},Central {}',
    venue: 'Estadio {}',
    joiner: ' ',
  },
  Colombia: {
    given:
      'Jhon,Yeison,Duván Andrés,Sebastián,Camilo,Juan Pablo,Stiven,Cristian,Andrés,Kevin,Daniel,Luis,Óscar,Harold,Brayan,Wilmar,Deiber,Rafael,Edwin,Mateo',
    heads: 'Card,Mosc,Palac,Riv,Cuest,Mur,Arang,Hinest,Valenz,Zap,Borr,Cayc,Lem,Mont,Perl,Quint,Sin,Torr,Us,Vel',
    tails: 'ona,era,eros,ales,illo,ozo,uren,ozal,iano,ata,ares,edo,osa,año,aza,uga',
    places:
      'Valle Sereno,Puerto Esmeralda,Santa Lluvia,Cañadulce,Alto Cauce,Río Guadual,Montebello Sur,La Ceibera,Sabana Nueva,Ciudad Orquídea,Quebrada Honda,Bahía Mansa,Cerroverde,El Samán,Tierra Alta,Nuevo Horizonte,Las Palmas,Arrecife,Altamira del Café',
    clubs: 'Deportivo {},Atlético {},{} FC,Independiente {},Real {},Unión {}',
    venue: 'Estadio {}',
    joiner: ' ',
  },
  USA: {
    given:
      'Tyler,Brandon,Cole,Jaxon,Miles,Aidan,Hunter,Caleb,Dante,Xavier,Logan,Chase,Bryce,Jordan,Malik,Diego,Nico,Garrett,Trevor,Emmanuel',
    heads: 'Hol,Brad,Cald,Dun,Ever,Fair,Gran,Hamp,Jeff,Kel,Lock,Mad,Nash,Park,Quin,Rid,Sher,Tuck,Wal,York',
    tails: 'ridge,erson,well,ham,gate,ley,strom,ton,land,wick,ner,more',
    places:
      'Cedar Falls Bay,Port Harlan,Red Mesa,Lakemont,Silver Harbor,Gulf City,Pinecrest,Ironwood,Blue Prairie,Copper Canyon,Bayou Vista,Granite Point,Evergreen Sound,Sunfield,Liberty Hills,Stonebridge,Desert Springs',
    clubs: '{} FC,{} SC,{} United,Sporting {},{} Comets,{} Riders',
    venue: '{} Stadium',
    joiner: '-',
  },
  Mexico: {
    given:
      'Jesús Alberto,Carlos,Erick,Uriel,Alan,Érick,Fernando,Jorge,Luis Ángel,Roberto,Héctor,Omar,Víctor,Kevin,Diego,Israel,Gerardo,Ricardo,Adrián,Salvador',
    heads: 'Arr,Baut,Cerv,Duñ,Esp,Fierr,Gall,Hinoj,Ibarr,Loz,Mach,Nav,Oroz,Pin,Quint,Robl,Sand,Tam,Villal,Zavalt',
    tails: 'ola,ante,ista,ero,ales,osa,arte,ina,uela,ezco,anda,ondo,urria,edo',
    places:
      'Cerro Prieto,San Jacal,Villa Agave,Puerto Cobre,Tepehuaca,Las Jacarandas,Monte Obsidiana,Valle Nopal,Laguna Turquesa,Xochimar,Real de Plata,Costa Coral,Huizache,Mesa Colorada,Santa Candela,Río Mezquite,Tlalpuente',
    clubs: 'CF {},Club {},Deportivo {},{} FC,Atlético {},Real {}',
    venue: 'Estadio {}',
    joiner: ' ',
  },
  Japan: {
    given:
      'Haruto,Ren,Sota,Yuma,Kaito,Riku,Takumi,Daiki,Kota,Shun,Ryota,Hayate,Itsuki,Kento,Naoki,Tsubasa,Yuto,Shinji,Keisuke,Hiroki',
    heads: 'Kiri,Tsuru,Mori,Haya,Oka,Nishi,Ara,Fuji,Hoshi,Kuro,Mina,Naga,Shira,Take,Uchi,Waka,Yana,Asa,Kage,Tachi',
    tails: 'hama,zaki,no,moto,da,gawa,shima,wara,mura,be,numa,tani',
    places:
      'Aoiwa,Kiridani,Hoshinomori,Minatogaoka,Shirahane,Tsukikawa,Asahira,Kazehara,Yukimi,Hanamizu,Kurosaki-ko,Natsushima,Midorizawa,Okunami,Sazanami,Tatsumine,Umikaze,Wakabara,Yamabuki,Fujikage,Harumichi,Ishinosato,Kumobashi,Maruyuki,Nagisawa,Otowahara,Ryujin,Suzukaze,Tokiwano,Uguisu,Yoikawa,Zuihara,Akanegi,Chidorihama,Enokida,Hibariya',
    clubs: '{} FC,Vento {},{} SC,Estrela {},Alba {},{} United,Corrente {}',
    venue: '{} Stadium',
    joiner: '',
  },
  'South-Korea': {
    given:
      'Seo-jun,Do-hyun,Ha-neul,Ji-won,Tae-yang,Min-gyu,Jae-won,Hyun-bin,Sang-woo,Eun-ho,Yu-chan,Kang-min,Byung-hoon,Chan-ho,Jun-young,Si-woo,Dong-ha,Woo-bin,Seung-ri,In-sung',
    heads: 'Ahn,Bae,Cha,Do,Eom,Gil,Ham,Jang,Kang,Ma,Nam,Ok,Pyo,Ra,Seol,Tak,Wang,Yeo,Byun,Chu',
    tails: ',,',
    places:
      'Haneulsan,Byeolgang,Mureungpo,Cheongha,Dalbit,Soraebi,Narusan,Hwangpo,Eunhasu,Garam,Baramhae,Noeulgang,Sannae-eup,Yeouldo,Onyu,Jindalsan,Pureun',
    clubs: '{} FC,{} United,{} Motors,{} City,{} Hana,{} Phoenix',
    venue: '{} Stadium',
    joiner: '',
  },
  Australia: {
    given:
      'Lachlan,Jayden,Cooper,Bailey,Angus,Riley,Flynn,Mitchell,Kye,Hamish,Jarrod,Nikolai,Ante,Deng,Thomas,Lawrence,Jed,Brodie,Rowan,Alou',
    heads: 'Bar,Cull,Dar,Ell,Far,Gil,Har,Kirr,Lor,Mack,Narr,Olm,Par,Quill,Rock,Sand,Toor,War,Yarr,Zel',
    tails: 'ington,aby,wood,more,endale,more,awa,by,ster,nook,idge,ingal',
    places:
      'Coral Heads,Yarrabay,Redgum,Southern Cape,Mount Ochre,Kookaburra Creek,Silverwater,Port Banksia,Northlight,Wattle Plains,Dolphin Coast,Ironbark,Tasman Bay,Goldfields,Harbour East,Kangara,Blue Gums',
    clubs: '{} FC,{} City,{} Mariners,{} United,{} Rangers,{} Wanderers',
    venue: '{} Oval',
    joiner: '-',
  },
}
