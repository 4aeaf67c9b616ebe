/** Word lists of a country, comma separated. `{}` is replaced by the place. */
interface Words {
  readonly given: string
  readonly heads: string
  readonly tails: string
  readonly places: string
  readonly clubs: string
  readonly venue: string
  /** Joins the halves of a double family name; empty if there are none. */
  readonly joiner: string
  /** Parts of single names, for players known by one. */
  readonly mono?: { readonly heads: string; readonly tails: string }
}

/** Invented places and family names (head + tail) of Europe, by country. No real club, no real player. */
export const EUROPEAN_WORDS: Readonly<Record<string, Words>> = {
  France: {
    given:
      'Thibaud,Nathan,Oumar,Kylian-Marie,Malo,Joris,Aurélien,Samuel,Yanis,Pierre-Antoine,Lucas,Dorian,Ismaël,Rémi,Enzo,Bastien,Félix,Gaspard,Loïc,Mathis,Noé,Raphaël,Célestin,Bakary,Théo,Jean-Baptiste',
    heads: 'Vass,Del,Sab,Brév,Toul,Kars,Mont,Charv,Garn,Lav,Perr,Frém,Lem,Bross,Cast,Maur,Roch,Sév,Tréb,Vign,Haud,Jouv',
    tails: 'ier,orge,atier,an,emont,igny,ault,ouillet,ac,ières,eret,illon,ourd,anges,euil,issaud',
    places:
      'Valcourt,Méroux,Brindassier,Lornac,Perthuis-Nord,Sainte-Aubane,Charmeville,Roquefière,Montbrun-sur-Orve,Lescardie,Vaubressac,Aigremer,Port-Sablon,Clairval,Tressandre,Haute-Orve,Bellancelle,Fontvignac,Orgelay,Marsac-les-Pins,Combrevent,La Gardière,Plessimont,Troisvals,Ardeline,Corvenay,Estrémont,Gravelune,Issarel,Jouvencières,Kermadeuc,Landrevie,Noirétang,Quimerval,Rocheclaire',
    clubs: 'AS {},FC {},Stade {},Olympique {},US {},Racing {},{} SC,EA {},AJ {},{} FC',
    venue: 'Stade de {}',
    joiner: '-',
  },
  England: {
    given:
      'Callum,Rhys,Declan,Mason,Tyler,Elliot,Harvey,Lewis,Kieran,Ashton,Reece,Nathan,Oliver,Freddie,Archie,Toby,Jamal,Marcus,Dominic,Theo,Isaac,Owen,Connor,Zachary',
    heads: 'Ash,Pen,Mar,Thorn,Wick,Hol,Bram,Crox,Daw,Eld,Fen,Gar,Hart,Kil,Lang,Mel,Nor,Oak,Rad,Stan,Tar,Whit',
    tails: 'down,hale,lowe,field,combe,ley,worth,more,stead,wood,ton,by,sley,brook,ford,croft',
    places:
      'Harrowmere,Thornwick,Eastcombe,Kingsbarrow,Dunmoor,Saltwold,Wexbridge,Fernhollow,Grimsdale,Oldhaven,Penmarsh,Queensmoor,Ravensford,Stokeleigh,Tidewick,Marlbury,Northcliffe,Blackmere,Cresswater,Lynbrook',
    clubs: '{} United,{} City,{} Town,{} Rovers,{},{} Athletic,{} Wanderers,{} Albion,{} County',
    venue: '{} Road',
    joiner: '-',
  },
  Spain: {
    given:
      'Íñigo,Álvaro,Unai,Iker,Sergio,Dani,Adrián,Mikel,Joan,Aitor,Hugo,Rubén,Jesús,Borja,Raúl,Nicolás,Gonzalo,Pau,Martín,Ander,Saúl,Óscar,Marc,José Ignacio',
    heads: 'Bel,Zor,Cast,Mend,Alb,Ur,Quint,Per,Sal,Ferr,Oliv,Ber,Mor,Vald,Guer,Arr,Est,Lod,Nav,Rib,Tej,Ech',
    tails: 'mar,ita,añeda,izábal,eña,uelo,arte,ones,oaga,illo,ejo,andía,ales,etxe,ola,ueta',
    places:
      'Almarosa,Tordena,Vellaro,Costabria,Montesera,Villaluz del Río,Puertoalba,Navarrosa,Sierracal,Torrequema,Lagunarda,Cabo Serrán,Alcorda,Fuentemar,Olivareda,Peñasol,Ríoclaro,Santa Brisa,Valdecierzo',
    clubs: 'CD {},Real {},Atlético {},UD {},{} CF,Deportivo {},SD {},Unión {}',
    venue: 'Estadio de {}',
    joiner: ' ',
    mono: { heads: 'Chus,Nol,Pirr,Kok,Txik,Mig,Rul,Jos,Dav,Ber', tails: 'ín,ito,ulo,ete,uelo,és,án,udo' },
  },
  Italy: {
    given:
      'Matteo,Lorenzo,Davide,Simone,Nicolò,Gianmarco,Federico,Alessio,Edoardo,Tommaso,Riccardo,Emanuele,Samuele,Cristian,Filippo,Jacopo,Daniele,Pietro,Giacomo,Michele,Salvatore,Luca,Diego,Pierfrancesco',
    heads: 'Mont,Rov,Serr,Lag,Bar,Cald,Tor,Fer,Gal,Bian,Cast,Drag,Mal,Pel,Sant,Tav,Vol,Zan,Quar,Nard,Ors,Lun',
    tails: 'alfi,elli,ano,osta,esi,erini,azzo,otti,iero,ucci,agna,ardo,ignoli,ere,imberti,onato',
    places:
      'Rovelli,Montefalce,Serravento,Lagosta,Castelvento,Portoflavio,Acquarossa,Valtorre,Borgomarino,Pietrasole,Trevalle,Santalba,Collegrigio,Marefonte,Ponteluce,Vignarola,Torrescura,Fiumecaldo,Campodoro,Roccabruna',
    clubs: 'AC {},US {},Calcio {},Virtus {},{} 1912,SS {},Pro {},{} Calcio',
    venue: 'Stadio di {}',
    joiner: ' ',
  },
  Germany: {
    given:
      'Lukas,Jonas,Fabian,Maximilian,Niklas,Tim,Florian,Julian,Moritz,Leon,Kevin,Philipp,Robin,Jannik,Dennis,Felix,Marvin,Tobias,Emre,Matthias,Sebastian,Lennart,Karl-Heinrich,Jan-Luca',
    heads:
      'Grün,Alt,Hald,Moor,Stein,Brand,Eich,Falk,Hohen,Kess,Lind,Mühl,Neu,Ober,Rosen,Schön,Tann,Uhl,Vogel,Wald,Zieg,Kirch',
    tails: 'feld,mann,bach,hauer,berger,inger,ler,stätter,meister,horn,egger,reuter,wald,brück,heim,thaler',
    places:
      'Grünfelde,Altenried,Haldenburg,Moorsee,Westerhalm,Königsrode,Rheinwarde,Lindenwerth,Falkenstedt,Oberwalden,Nordhafen,Eschenbrück,Bergheide,Sandtrup,Wiesengrund,Tannhof,Silberthann,Marienfurt',
    clubs: 'SV {},1. FC {},TSG {},Eintracht {},VfB {},Borussia {},{} 04,Fortuna {}',
    venue: 'Stadion {}',
    joiner: '-',
  },
  Portugal: {
    given:
      'Tiago,Diogo,Rúben,João,Gonçalo,André,Nuno,Rafael,Miguel,Francisco,Pedro,Afonso,Vasco,Hélder,Duarte,Ivo,Leandro,Martim,Simão,Xavier,Zé Luís,Fábio',
    heads: 'Alv,Barr,Carv,Dom,Esp,Ferr,Gouv,Lour,Mach,Nog,Oliv,Palm,Queir,Ram,Sar,Teix,Vasc,Vilh,Figu,Mour',
    tails: 'ão,oso,alhal,inhas,eira,enço,ado,udo,oz,aiva,onde,ares,inho,edo,andeira,ena',
    places:
      'Vilamonte,Porto Salgado,Ribeirão Alto,Castro Novo,Serralva,Montalegrim,Foz do Orvalho,Lagoa Mansa,Pedralvor,Quinta do Mar,Sobreiral,Areosa do Sul,Monte Carvalho,Rio Manso,Cabo Verdeal,Penedouro,Azinheiral',
    clubs: 'SC {},{} FC,CD {},Vitória de {},GD {},Marítimo de {},União {}',
    venue: 'Estádio de {}',
    joiner: ' de ',
    mono: { heads: 'Ren,Rib,Toz,Did,Paul,Brun,Zec,Gil,Mar,Nel', tails: 'ildo,amar,ezinho,inho,aldo,ecas,ão,ui' },
  },
  Netherlands: {
    given:
      'Daan,Bram,Sven,Thijs,Jesse,Ruben,Lars,Stijn,Jorrit,Mees,Wout,Teun,Cas,Luuk,Siem,Koen,Ryan,Quinten,Job,Jurre,Noah,Pim',
    heads:
      'van der Broek,Hoog,Lind,van Oost,Meer,Dijk,Velt,Bos,de Win,Kuip,Sluis,Brand,van den Hout,Rijn,Wester,Zand,Kerk,Molen,Haver,Groen',
    tails: 'huizen,stra,man,kamp,horst,veld,ing,burg,sma,dam,laar,kerk',
    places:
      'Oosterwaard,Lindenveen,Waterdam,Noordhoven,Zuiderzand,Molenvliet-Dorp,Havenstad,Groenhout,Brugveld,Kanaaldijk,Veendrecht,Hoogmeer,Polderzicht,Rijnkamp,Duinrade,Westeroord,Sluiskade',
    clubs: 'FC {},SC {},{} Boys,Sparta {},VV {},Vitesse {},SV {}',
    venue: '{} Stadion',
    joiner: '-',
  },
  Belgium: {
    given:
      'Arne,Jelle,Maxime,Lowie,Tibo,Siebe,Mathieu,Romain,Brecht,Sander,Youssef,Antoine,Wout,Gilles,Dries,Elias,Robbe,Corentin,Dylan,Simon,Jorn,Kobe',
    heads:
      'Van Her,Meer,De Cl,Vand,Lamb,Bosm,Will,Van den Ek,Dier,Goos,Haes,Mert,Per,Stev,Thys,Verm,Waut,Claes,Deb,Ray',
    tails: 'eghem,ens,aert,oort,els,inck,ieux,ebroeck,evelde,ers,igem,ooms',
    places:
      'Herenbeke,Saint-Lambois,Waelmont,Kortenaar,Liesse-sur-Sambre,Oudermark,Bruyneveld,Marchevaux,Zandgem,Hautelise,Dendervliet,Torrebeke,Ardencourt,Vlierzele-Bad,Rochemeuse,Lokerdam,Tienveld',
    clubs: 'KV {},RFC {},Royal {},KSV {},Union {},{} SK,KRC {}',
    venue: 'Stadion {}',
    joiner: '-',
  },
  Turkey: {
    given:
      'Emre,Burak,Kerem,Yusuf,Ozan,Hakan,Cenk,Mert,Berkay,Ömer,Serdar,Taylan,Barış,Umut,Eren,Kaan,Onur,Çağlar,İsmail,Orkun,Doğukan,Salih',
    heads: 'Ak,Kara,Demir,Yıldı,Gün,Taş,Öz,Kor,Bay,Er,Çel,Sar,Tok,Uzun,Gök,Aydın,Boz,Kılı,Sön,Ulu',
    tails: 'soy,tepe,oğlu,kaya,han,doğan,bulut,er,man,türk,yurt,lıoğlu',
    places:
      'Akçahisar,Yeniova,Karaçamlık,Gülpınar,Taşköprülü,Denizkent,Çamlıyayla,Beyazdağ,Kızılovası,Güneşova,Sarıpınarlı,Altınsahra,Demirliova,Ormankent,Yalıboyu,Kuzeykale,Pınarhan',
    clubs: '{}spor,{} SK,{} FK,{} Belediyespor,{} Gençlik',
    venue: '{} Stadyumu',
    joiner: ' ',
  },
}

/** The same for the rest of the world. */
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
