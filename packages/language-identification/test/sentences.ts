/** Sentences of our own, one a line, in the languages without an available FLORES text. */
export const sentences: Readonly<Record<string, string>> = {
  oc: `
Lo gat dormís sus la fenèstra de la cosina.
Deman anarem al mercat per crompar de pan e de formatge.
L'aiga del riu es plan freja en ivèrn.
Los enfants jogavan dins la carrièra fins a la nuèch.
Me sembla que plourà abans lo vèspre.
La lenga occitana se parla dins lo sud de França.
Ma grand m'a contat fòrça istòrias del temps passat.
Avèm manjat una sopa de caulets amb de carn salada.
Pòdes m'ajudar a dobrir aquesta pòrta?
La vila foguèt bastida al sègle tretzen.
Qual a vist lo film que passava ièr al cinèma?
Cal pas oblidar de tampar la lutz quand sortisses.
Los vesins an crompat un ostal nòu prèp de la mar.
Totes los estudiants devon legir aqueste libre.
I aviá un pauc de vent e lo cèl èra clar.`,
  an: `
O can dormiba debaixo d'a mesa d'a cocina.
Maitín imos t'o mercau a mercar pan y formache.
L'augua d'o río ye muito freda en l'hibierno.
Os ninos chugaban en a carrera dica la nueit.
Me pareixe que ploverá antes de cenar.
A luenga aragonesa se charra en o norte d'Aragón.
A mía lola me contaba muitas historias d'atros tiempos.
Hemos minchau sopa de coles con carne salata.
Puetz aduyar-me a ubrir ista puerta?
A ciudat fue feita en o sieglo trece.
Qui ha visto a pelicula que feban ahiere en o cine?
No cal olvidar-se de zarrar a luz cuan salgas.
Os vecins han mercau una casa nueva amán d'a mar.
Totz os estudiants han de leyer iste libro.
Bi heba un poquet d'aire y o ciel yera claro.`,
  ast: `
El gatu duerme enriba la mesa de la cocina.
Mañana vamos dir al mercáu pa mercar pan y quesu.
L'agua del ríu ta mui frío nel iviernu.
Los neños xugaben na cai hasta la nueche.
Paezme que va llover enantes de la cena.
La llingua asturiana fálase nel noroeste d'España.
La mio güela cuntábame munches hestories d'otros tiempos.
Comimos sopa de berces con carne salao.
¿Puedes ayudame a abrir esta puerta?
La ciudá foi construyida nel sieglu trece.
¿Quién vio la película que ponín ayeri nel cine?
Nun hai qu'escaecer apagar la lluz cuando salgas.
Los vecinos mercaron una casa nueva cerca del mar.
Tolos estudiantes tienen de lleer esti llibru.
Había un poco d'aire y el cielu taba claru.`,
  eo: `
La kato dormas sur la tablo en la kuirejo.
Morgaŭ ni iros al la bazaro por aĉeti panon kaj fromaĝon.
La akvo de la rivero estas tre malvarma en vintro.
La infanoj ludis sur la strato ĝis la nokto.
Ŝajnas al mi, ke pluvos antaŭ la vespermanĝo.
Esperanto estas parolata en multaj landoj de la mondo.
Mia avino rakontis al mi multajn malnovajn historiojn.
Ni manĝis brasikan supon kun salita viando.
Ĉu vi povas helpi min malfermi ĉi tiun pordon?
La urbo estis konstruita en la dektria jarcento.
Kiu vidis la filmon, kiun oni montris hieraŭ en la kinejo?
Ne forgesu malŝalti la lampon, kiam vi eliros.
La najbaroj aĉetis novan domon proksime al la maro.
Ĉiuj studentoj devas legi tiun libron.
Blovis iom da vento kaj la ĉielo estis klara.`,
  sc: `
Su gatu est drommende in subra de sa mesa de sa coghina.
Cras andamus a su mercadu pro comporare pane e casu.
S'abba de su riu est frida meda in ierru.
Sos pitzinnos giogaiant in carrela fintzas a su note.
Mi paret chi at a pròere prima de chenare.
Sa limba sarda si faeddat in totu s'ìsula.
Jaja mia mi contaiat medas contos de su tempus coladu.
Amus mandigadu minestra de càule cun petza salida.
Mi podes agiudare a abèrrere custa ghenna?
Sa tzitade est istada fraigada in su sèculu trèighi.
Chie at bidu su film chi ant dadu eris in su tzìnema?
No ti nch'ismentighes de istudare sa lughe cando essis.
Sos bighinos ant comporadu una domo noa acurtzu a su mare.
Totu sos istudentes depent lèghere custu libru.
Bi fiat unu pagu de bentu e su chelu fiat craru.`,
  frp: `
Lo chat druge sus la trâbla de la cusena.
Deman alens u marchiê por achetar de pan et de fromâjo.
L'égoue de la rèviére est franc frêda l'hivèrn.
Los enfants s'amusâvont dens la charriére tant qu'a la nuet.
Mè semble que vat plovre devant la cena.
Lo francoprovençâl est parlâ dens la Vâl d'Aoûta et en Savouè.
Ma grant-mâre m'at contâ tot plen d'histouères du temps passâ.
Nos ens mengiê na sopa de chôls avouéc de la vianda salâ.
Pôs-tu m'édiér a uvrir ceta pôrta?
La vela est étâye bâtia u trèziémo sièclo.
Qui at viu lo filme que passâve hièr u cinèma?
Fôt pas oubliar de tuar la lumiére quand te sôrs.
Los vesins ont achetâ na mêson novèla prés de la mar.
Tôs los ètudients dêvont liére ceti lévro.
Y avêt un pou de vent et lo cièl ére cllâr.`,
  szl: `
Kot śpi na stole we kuchyni.
Jutro pōdymy na torg kupić chlyb i syr.
Woda we rzyce je we zima fest zimnŏ.
Dzieci bawiły sie na ulicy aż do nocy.
Zdŏ mi sie, że bydzie loło przed wieczerzōm.
Po ślōnsku gŏdŏ sie na Gōrnym Ślōnsku.
Moja starka ôpowiadała mi moc starych gyszichtōw.
Zjedli my kapuśniŏk ze sōlōnym miynsym.
Mogesz mi pōmōc ôtworzić te dźwiyrze?
Miasto ôstało postawiōne we trzinŏstym wieku.
Fto widziŏł film, co go wczorŏj grali we kinie?
Niy zapōmnij zgasić światło, jak bydziesz wychodziōł.
Sōmsiedzi kupiyli nowy dōm blisko morza.
Wszyjske studynty muszōm przeczytać ta ksiōnżka.
Było trocha wiatru, a niebo było czyste.`,
  br: `
Ar c'hazh a gousk war taol ar gegin.
Warc'hoazh ez aimp d'ar marc'had da brenañ bara ha fourmaj.
Yen-tre eo dour ar stêr e-pad ar goañv.
Ar vugale a c'hoarie er straed betek an noz.
War a seblant e raio glav a-raok koan.
Komzet e vez brezhoneg e Breizh-Izel.
Ma mamm-gozh he deus kontet din kalz a istorioù kozh.
Debret hon eus soubenn ar c'haol gant kig sall.
Gallout a rez sikour ac'hanon da zigeriñ an nor-mañ?
Savet e oa bet kêr en trizekvet kantved.
Piv en deus gwelet ar film a oa er sinema dec'h?
Arabat ankounac'haat lazhañ ar gouloù pa'z it er-maez.
Prenet o deus an amezeien un ti nevez tost d'ar mor.
Rankout a ra an holl studierien lenn al levr-mañ.
Un tamm avel a oa ha sklaer e oa an oabl.`,
  nn: `
Katten søv på bordet på kjøkenet.
I morgon går vi på torget for å kjøpe brød og ost.
Vatnet i elva er svært kaldt om vinteren.
Borna leika i gata heilt til kvelden kom.
Eg trur det kjem til å regne før middag.
Nynorsk vert brukt av mange på Vestlandet.
Bestemora mi fortalde meg mykje frå gamle dagar.
Vi åt kålsuppe med salta kjøt.
Kan du hjelpe meg med å opne denne døra?
Byen vart bygd på tolvhundretalet.
Kven har sett filmen dei viste på kino i går?
Ikkje gløym å sløkkje lyset når du går.
Naboane har kjøpt eit nytt hus ved sjøen.
Alle studentane må lese denne boka.
Det var litt vind, og himmelen var klår.`,
  mk: `
Мачката спие на масата во кујната.
Утре ќе одиме на пазар да купиме леб и сирење.
Водата во реката е многу студена во зима.
Децата си играа на улица сè до вечерта.
Ми се чини дека ќе врне пред вечера.
Македонскиот јазик се зборува во повеќе држави.
Баба ми ми раскажуваше многу приказни од старо време.
Јадевме супа од зелка со солено месо.
Можеш ли да ми помогнеш да ја отворам вратава?
Градот бил изграден во тринаесеттиот век.
Кој го гледаше филмот што го прикажуваа вчера во кино?
Не заборавај да го изгаснеш светлото кога излегуваш.
Соседите купија нова куќа близу до морето.
Сите студенти мора да ја прочитаат оваа книга.
Имаше малку ветер и небото беше чисто.`,
  sl: `
Mačka spi na mizi v kuhinji.
Jutri bomo šli na tržnico kupit kruh in sir.
Voda v reki je pozimi zelo mrzla.
Otroci so se igrali na ulici vse do večera.
Zdi se mi, da bo pred večerjo deževalo.
Slovenščina je eden od uradnih jezikov Evropske unije.
Babica mi je pripovedovala veliko starih zgodb.
Jedli smo zeljno juho s soljenim mesom.
Mi lahko pomagaš odpreti ta vrata?
Mesto so zgradili v trinajstem stoletju.
Kdo je videl film, ki so ga včeraj predvajali v kinu?
Ne pozabi ugasniti luči, ko greš ven.
Sosedje so kupili novo hišo blizu morja.
Vsi študenti morajo prebrati to knjigo.
Pihalo je malo vetra in nebo je bilo jasno.`,
  hr: `
Mačka spava na stolu u kuhinji cijeli tjedan.
Sutra idemo na tržnicu kupiti kruh i sir.
Tijekom zime voda u rijeci vrlo je hladna.
Nitko ne zna tko je napisao ovo izvješće.
Znanstvenici sa Sveučilišta u Zagrebu objavili su novo istraživanje.
Vlak kreće u osam sati, a stiže poslije podne.
U siječnju i veljači pada mnogo snijega.
Unatoč kiši, nogometna utakmica održat će se u nedjelju.
Tvrtka je zaposlila više od tisuću ljudi.
Općinsko vijeće donijelo je tu odluku prošlog tjedna.
Čega se bojiš kad nema nikoga ondje?
Glazba koju slušamo dolazi iz cijele Europe.
Priopćenje je objavljeno na mrežnim stranicama ministarstva.
Tko želi kruha i mlijeka neka dođe ovamo.
Zrakoplov je sletio u zračnu luku točno u podne.`,
  bs: `
Hljeb i mlijeko kupujemo svake sedmice u istoj prodavnici.
Ko je napisao ovaj izvještaj za Općinu Centar?
Naučnici sa Univerziteta u Sarajevu objavili su novo istraživanje.
Voz kreće u osam sati, a stiže poslije podne.
U januaru i februaru pada mnogo snijega.
Uprkos kiši, fudbalska utakmica će se održati u nedjelju.
Kompanija je zaposlila više od hiljadu ljudi iz Bosne i Hercegovine.
Općinsko vijeće je donijelo tu odluku prošle sedmice.
Popili smo kahvu i polahko krenuli kući.
Historija ovoga grada seže u srednji vijek.
Muzika koju slušamo dolazi iz cijele Evrope.
Saopćenje je objavljeno na stranici Federacije Bosne i Hercegovine.
Lahko je reći šta treba, ali ko će to uraditi?
Djeca su se igrala na ulici u Sarajevu sve do večeri.
Tačno u podne općina je otvorila vrata za sve građane.`,
  'sr-Latn': `
Hleb i mleko kupujemo svake nedelje u istoj prodavnici.
Ko je napisao ovaj izveštaj za opštinu Stari grad?
Naučnici sa Univerziteta u Beogradu objavili su novo istraživanje.
Voz kreće u osam sati, a stiže posle podne.
U januaru i februaru pada mnogo snega.
Uprkos kiši, fudbalska utakmica će se održati u nedelju.
Kompanija je zaposlila više od hiljadu ljudi u Srbiji.
Deca su se igrala na ulici sve do večeri.
Gde se nalazi mesto o kome si mi pričao?
Istorija ovog grada seže u srednji vek.
Čovek treba uvek da veruje u sebe i svoje reči.
Saopštenje je objavljeno na sajtu ministarstva u sredu.
Lepo je videti kako ceo svet peva.
Nisam razumeo šta si hteo da kažeš pre dva dana.
Primer uspešnog rešenja dali su istraživači iz Niša.`,
  sr: `
Мачка спава на столу у кухињи.
Сутра идемо на пијацу да купимо хлеб и сир.
Вода у реци је зими веома хладна.
Деца су се играла на улици све до вечери.
Чини ми се да ће падати киша пре вечере.
Српски језик се пише ћирилицом и латиницом.
Бака ми је причала много старих прича.
Јели смо супу од купуса са сланим месом.
Можеш ли да ми помогнеш да отворим ова врата?
Град је изграђен у тринаестом веку.
Ко је гледао филм који се јуче приказивао у биоскопу?
Немој да заборавиш да угасиш светло кад излазиш.
Комшије су купиле нову кућу близу мора.
Сви студенти морају да прочитају ову књигу.
Дувало је мало ветра и небо је било ведро.`,
  ms: `
Kucing itu sedang tidur di atas meja dapur.
Esok kami akan ke pasar kerana hendak membeli roti dan keju.
Air sungai itu sangat sejuk pada musim sejuk.
Kanak-kanak bermain di jalan sehingga malam.
Saya rasa hujan akan turun sebelum makan malam.
Bahasa Melayu dituturkan di Malaysia, Brunei dan Singapura.
Nenek saya selalu menceritakan kisah zaman dahulu kepada kami.
Kami makan sup kubis dengan daging masin semalam.
Bolehkah awak tolong saya membuka pintu ini?
Bandar itu telah dibina pada abad ketiga belas.
Siapakah yang menonton filem di pawagam semalam?
Jangan lupa menutup lampu apabila awak keluar.
Jiran kami telah membeli rumah baharu berhampiran laut.
Semua pelajar universiti mesti membaca buku ini.
Kerajaan mahu meningkatkan taraf hidup rakyat di luar bandar.`,
  id: `
Kucing itu sedang tidur di atas meja dapur karena lelah.
Besok kami mau ke pasar untuk membeli roti dan keju.
Air sungai itu bisa sangat dingin saat musim hujan.
Anak-anak bermain di jalan hingga malam hari.
Saya kira hujan akan turun sebelum makan malam nanti.
Bahasa Indonesia digunakan di seluruh wilayah Republik Indonesia.
Nenek saya sering menceritakan kisah zaman dulu kepada kami.
Kami makan sup kol dengan daging asin kemarin.
Bisakah kamu membantu saya membuka pintu ini?
Kota tersebut dibangun pada abad ketiga belas.
Siapa yang menonton film di bioskop kemarin sore?
Jangan lupa mematikan lampu ketika kamu keluar.
Tetangga kami sudah membeli rumah baru di dekat laut.
Semua mahasiswa harus membaca buku tersebut.
Pemerintah ingin meningkatkan kesejahteraan masyarakat di daerah.`,
  af: `
Die kat slaap op die tafel in die kombuis.
Môre gaan ons mark toe om brood en kaas te koop.
Die water in die rivier is baie koud in die winter.
Die kinders het tot die aand toe in die straat gespeel.
Ek dink dit gaan voor aandete reën.
Afrikaans word in Suid-Afrika en Namibië gepraat.
My ouma het vir my baie ou stories vertel.
Ons het koolsop met gesoute vleis geëet.
Kan jy my help om hierdie deur oop te maak?
Die stad is in die dertiende eeu gebou.
Wie het die film gesien wat gister in die bioskoop gewys is?
Moenie vergeet om die lig af te skakel as jy uitgaan nie.
Die bure het 'n nuwe huis naby die see gekoop.
Al die studente moet hierdie boek lees.
Daar was 'n bietjie wind en die lug was helder.`,
  eu: `
Katua sukaldeko mahaiaren gainean lo dago.
Bihar azokara joango gara ogia eta gazta erostera.
Ibaiko ura oso hotza da neguan.
Haurrak kalean jolasten ibili ziren gauera arte.
Uste dut euria egingo duela afaldu baino lehen.
Euskara Euskal Herrian hitz egiten den hizkuntza da.
Amonak istorio zahar asko kontatzen zizkidan.
Aza zopa jan genuen haragi gaziarekin.
Lagunduko al didazu ate hau irekitzen?
Hiria hamahirugarren mendean eraiki zuten.
Nork ikusi zuen atzo zineman eman zuten filma?
Ez ahaztu argia itzaltzea irteten zarenean.
Auzokoek etxe berri bat erosi dute itsasotik gertu.
Ikasle guztiek liburu hau irakurri behar dute.
Haize pixka bat zebilen eta zerua garbi zegoen.`,
  be: `
Кот спіць на стале на кухні.
Заўтра мы пойдзем на рынак купіць хлеба і сыру.
Вада ў рацэ ўзімку вельмі халодная.
Дзеці гулялі на вуліцы да самага вечара.
Мне здаецца, што перад вячэрай пойдзе дождж.
Беларуская мова належыць да славянскіх моў.
Бабуля расказвала мне шмат старых казак.
Мы елі капусны суп з салёным мясам.
Ці можаш ты дапамагчы мне адчыніць гэтыя дзверы?
Горад быў пабудаваны ў трынаццатым стагоддзі.
Хто бачыў фільм, які ўчора паказвалі ў кіно?
Не забудзь выключыць святло, калі будзеш выходзіць.
Суседзі купілі новы дом каля мора.
Усе студэнты павінны прачытаць гэтую кнігу.
Дзьмуў слабы вецер, і неба было яснае.`,
  ur: `
بلی باورچی خانے کی میز پر سو رہی ہے۔
کل ہم روٹی اور پنیر خریدنے بازار جائیں گے۔
سردیوں میں دریا کا پانی بہت ٹھنڈا ہوتا ہے۔
بچے رات تک گلی میں کھیلتے رہے۔
مجھے لگتا ہے کہ کھانے سے پہلے بارش ہو گی۔
اردو پاکستان کی قومی زبان ہے۔
میری دادی مجھے پرانے زمانے کی کہانیاں سناتی تھیں۔
ہم نے نمکین گوشت کے ساتھ گوبھی کا سوپ کھایا۔
کیا آپ یہ دروازہ کھولنے میں میری مدد کر سکتے ہیں؟
یہ شہر تیرہویں صدی میں بنایا گیا تھا۔
کل سینما میں جو فلم دکھائی گئی وہ کس نے دیکھی؟
باہر جاتے وقت بتی بند کرنا نہ بھولنا۔
پڑوسیوں نے سمندر کے قریب نیا گھر خرید لیا ہے۔
تمام طلبہ کو یہ کتاب پڑھنی چاہیے۔
تھوڑی سی ہوا چل رہی تھی اور آسمان صاف تھا۔`,
};
