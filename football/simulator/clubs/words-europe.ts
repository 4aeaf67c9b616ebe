import type { Words } from './words.ts'

/** Invented places and family names (head + tail), by country. No real club, no real player. */
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
