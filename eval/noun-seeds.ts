/**
 * Everyday nouns, singular and plural, that `apertium-placeholder-nouns.ts` tries as placeholder nouns. They have various
 * genders, and some begin with a vowel. Languages that are missing here get translations of these.
 */
export const nounSeeds: Readonly<Record<string, string>> = {
  es: `mesa mesas puerta puertas ventana ventanas silla sillas botella botellas isla islas iglesia iglesias
    escuela escuelas oreja orejas cuchara cucharas montaña montañas carretera carreteras habitación habitaciones
    camisa camisas biblioteca bibliotecas herramienta herramientas oveja ovejas universidad universidades
    leche miel sal nariz narices flor flores costumbre costumbres señal señales árbol árboles jardín jardines
    puente puentes tejado tejados castillo castillos zapato zapatos ojo ojos hotel hoteles edificio edificios
    periódico periódicos vestido vestidos camión camiones caballo caballos ordenador ordenadores huevo huevos
    avión aviones instrumento instrumentos museo museos problema problemas documento documentos producto productos
    banco bancos río ríos animal animales brazo brazos diente dientes color colores viaje viajes cuchillo cuchillos
    pueblo pueblos elemento elementos objeto objetos espejo espejos equipaje equipajes lápiz lápices`,
  en: `table tables kitchen kitchens island islands village villages church churches apple apples egg eggs
    window windows bedroom bedrooms teacher teachers daughter daughters mountain mountains valley valleys
    hospital hospitals castle castles umbrella umbrellas bicycle bicycles newspaper newspapers chair chairs
    library libraries museum museums hotel hotels animal animals ocean oceans university universities
    sentence sentences forest forests river rivers city cities key keys shirt shirts door doors tree trees
    opinion opinions idea ideas problem problems system systems orange oranges song songs letter letters
    student students boy boys girl girls street streets building buildings garden gardens engine engines
    computer computers language languages factory factories knife knives lake lakes office offices wall walls
    newspaper newspapers organ organs elephant elephants accident accidents activity activities`,
  sv: `bil bilar stol stolar kyrka kyrkor skola skolor flaska flaskor dörr dörrar klocka klockor tidning tidningar
    ö öar arm armar stad städer bok böcker gata gator flod floder skjorta skjortor båt båtar fisk fiskar
    äpple äpplen öga ögon öra öron museum museer foto foton piano pianon konto konton minne minnen
    område områden ämne ämnen rike riken hjärta hjärtan ansikte ansikten problem hus bord fönster
    universitet bibliotek system instrument uppgift uppgifter idé idéer bro broar sång sånger lampa lampor`,
  nl: `tafel tafels stoel stoelen deur deuren kerk kerken fles flessen straat straten krant kranten stad steden
    huis huizen boek boeken raam ramen eiland eilanden paard paarden kasteel kastelen ei eieren oog ogen
    rivier rivieren berg bergen boom bomen appel appels arm armen auto auto's dorp dorpen museum musea
    school scholen universiteit universiteiten lepel lepels fiets fietsen gebouw gebouwen schip schepen`,
  eu: `etxea etxeak atea ateak mahaia mahaiak leihoa leihoak liburua liburuak mendia mendiak zuhaitza zuhaitzak
    ibaia ibaiak kalea kaleak eskola eskolak eliza elizak sagarra sagarrak zubia zubiak herria herriak begia begiak
    hiria hiriak autoa autoak lorea loreak zaldia zaldiak aulkia aulkiak botila botilak eguna egunak
    etxe ate mahai leiho liburu mendi zuhaitz ibai kale sagar zubi herri begi hiri auto lore zaldi aulki`,
  ro: `casă case masă mese carte cărți școală școli biserică biserici fereastră ferestre stradă străzi floare flori
    insulă insule mașină mașini ușă uși pom pomi munte munți ochi perete pereți castel castele oraș orașe scaun scaune
    tren trenuri râu râuri copac copaci cal cai avion avioane hotel hoteluri muzeu muzee ziar ziare limbă limbi
    universitate universități carte problemă probleme lac lacuri pod poduri`,
  ru: `книга книги стена стены река реки улица улицы школа школы бутылка бутылки картина картины комната комнаты
    стол столы дом дома город города мост мосты стул стулья автомобиль автомобили замок замки музей музеи
    окно окна озеро озёра яблоко яблоки здание здания письмо письма дерево деревья остров острова журнал журналы
    слово слова корабль корабли страна страны машина машины завод заводы газета газеты`,
  be: `кніга кнігі рака рэкі вуліца вуліцы школа школы карціна карціны стол сталы дом дамы горад гарады мост масты
    музей музеі замак замкі вакно вокны возера азёры яблык яблыкі востраў астравы часопіс часопісы слова словы
    завод заводы газета газеты машына машыны краіна краіны бібліятэка бібліятэкі ліст лісты`,
  pl: `książka książki ściana ściany rzeka rzeki ulica ulice szkoła szkoły butelka butelki stół stoły dom domy
    most mosty zamek zamki okno okna jezioro jeziora jabłko jabłka drzewo drzewa miasto miasta wyspa wyspy
    samochód samochody ogród ogrody kościół kościoły gazeta gazety lampa lampy słowo słowa list listy obraz obrazy
    język języki krzesło krzesła droga drogi`,
  mk: `куќа куќи книга книги маса маси врата врати река реки улица улици школо училиште училишта црква цркви
    град градови мост мостови воз возови стол столови остров острови замок замоци музеј музеи јазик јазици
    дрво дрва езеро езера јаболко јаболка писмо писма поле полиња село села место места око очи јајце јајца
    планина планини библиотека библиотеки весник весници прозорец прозорци автомобил автомобили ден денови`,
  hr: `kuća kuće knjiga knjige rijeka rijeke ulica ulice škola škole crkva crkve soba sobe slika slike
    grad gradovi most mostovi stol stolovi otok otoci jezik jezici muzej muzeji vlak vlakovi dan dani
    jezero jezera pismo pisma selo sela polje polja mjesto mjesta jaje jaja ime imena`,
  br: `ti tier taol taolioù dor dorioù levr levrioù prenestr prenestroù menez menezioù stêr stêrioù skol skolioù
    iliz ilizoù enez inizi kador kadorioù gwezenn gwez pont pontoù kêr kêrioù karr kirri hent hentoù
    kazetenn kazetennoù lizher lizheroù bro broioù aval avaloù yezh yezhoù`,
  id: `rumah meja kursi pintu jendela buku sungai gunung jalan sekolah gereja pulau kota jembatan mobil pohon
    apel telur danau surat istana taman hutan desa kapal sepeda`,
  hi: `किताब किताबें मेज मेजें नदी नदियाँ घर मकान कमरा कमरे दरवाज़ा दरवाज़े खिड़की खिड़कियाँ शहर पेड़ गाँव कुर्सी कुर्सियाँ
    रास्ता रास्ते गाड़ी गाड़ियाँ पुल बाज़ार दुकान दुकानें अंडा अंडे देश फूल`,
};

/** From which language the seeds of another are translated, in this order. */
export const derivedSeeds: readonly (readonly [target: string, source: string])[] = [
  ...['ca', 'gl', 'pt', 'fr', 'oc', 'oc-aranese', 'an', 'ast', 'it'].map((tag) => [tag, 'es'] as const),
  ['frp', 'fr'],
  ['oc-gascon', 'fr'],
  ['eo', 'en'],
  ['sl', 'hr'],
  ['nb', 'sv'],
  ['nn', 'sv'],
  ['da', 'sv'],
  ['is', 'sv'],
  ['af', 'nl'],
  ['uk', 'ru'],
  ['szl', 'pl'],
  ['bg', 'mk'],
  ['ms', 'id'],
  ['ur', 'hi'],
];
