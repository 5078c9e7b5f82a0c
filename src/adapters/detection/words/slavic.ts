/** The words that Slavic languages use most, roughly the most frequent first, then those of short messages. */
export const slavicWords = {
  pl: `w i na się z do nie to że jest o jak po co ale za od by tak dla przez jego jej ich już tylko był była było były
    są być może ma mają można oraz czy lub jako ten ta te tym tego tej tych tę tą który która które którzy którego
    której których przy bez pod nad przed między gdy kiedy jeśli także również więc jednak bardzo sobie mnie mi mu go
    je ją im nas nam was wam ja ty on ona ono my wy oni jestem jesteś został została zostało zostały będzie będą aby
    żeby gdzie dlaczego kto kogo czego czym nic nikt wszystko wszyscy wszystkie każdy inny inne innych swoje swój
    swoją roku lat rok dzień dni czas razy ludzi ludzie człowiek kobieta dziecko dzieci dom woda miasto kraj świat
    świata rząd praca książka pies kot szkoła przyjaciel cześć dziękuję dobry wieczór proszę dobra dobre duży nowy
    nowa nowe pierwszy pierwsza dwa dwie trzy cztery pięć tutaj tam dziś dzisiaj wczoraj jutro zawsze nigdy teraz
    potem według podczas około ponad jeszcze nawet raz mój moja nasz nasza wasz pan pani mówi powiedział chcę mam mogę
    polski polska ze we innego ponieważ choć wielu wiele kilka część miejsce życie imię pomoc potrzebuję noc godzinie
    osób osoby sposób względu powinien należy istnieje jedna jeden jedno ludność gospodarka prawo wojna wojny wiek
    wieku wieków firma firmy przedsiębiorstwo rynek historia historii język języka rozwój system systemu badania
    badacze badań naukowcy naukowców policja minister prezydent raport decyzja wzrost problem problemy pytanie
    odpowiedź wynik wyniki przykład grupa grupy drużyna gracz partia mecz gra muzyka film sztuka natura zwierzęta
    rośliny drzewo drzewa rzeka morze góra wyspa wyspy droga samochód pociąg lotnisko samolot szpital lekarz choroba
    jedzenie chleb mięso wino cena pieniądze bank miesiąc miesiące tydzień tygodni stycznia lutego marca kwietnia maja
    czerwca lipca sierpnia września października listopada grudnia poniedziałek wtorek środa czwartek piątek sobota
    niedziela narodowy międzynarodowy polityczny polityczne gospodarczy społeczny publiczny ważny ważne możliwe różne
    różnych podobne wysoki wysokie niski długi krótki silny wolny własny główny główne lokalny lokalne europejski
    amerykański rozpoczął mieszka żyje pracuje uważa wie wziął dał znajduje znajdują pokazuje używa oferuje pozwala
    otrzymał wygrał stracił zmarł urodził ogłosił uznany opublikowany zawiera położony założona zbudowany wykonany
    wyprodukował przybył wiedzieć widzieć znać myśleć czekać żyć budynek ulica plac kościół król królowa syn córka
    ojciec matka brat miłość śmierć światło ogień ziemia słońce niebo kolor czerwony biały czarny zielony edukacja
    zdrowie bezpieczeństwo energia informacje technologia usługa usługi produkcja społeczeństwo kultura wolność`,
  szl: `we w i na sie z do niy to że je ô ôd jak po co ale za by tak dlŏ bez jego jeji jejich już ino yno bōł była bōło
    były sōm być może mŏ majōm idzie abo eli jako tyn ta te tym tego tyj tych kery kero kere kerŏ kerego kerych keryj
    przi pod nad przed miyndzy kedy kej jeźli tyż toż fest mie mi mu go jōm jich jim nŏs nŏm wŏs wŏm jŏ ty ôn ôna ôno
    my wy ôni ech żech ześ bydzie bydōm coby kaj czymu fto kogo czego nic żodyn wszyjsko wszyjske wszyscy kożdy inkszy
    inksze inkszych swoje swōj roku lŏt rok dziyń dni czas ludzi ludzie czowiek chop baba dziecko dzieci bajtel dōm
    chałpa woda miasto kraj świat rzōnd robota ksiōnżka pies kot szkoła kamrat dziynki pyrsk dobry wielgi wielgo
    wielge nowy nowŏ nowe piyrszy piyrszŏ dwa dwie trzi sztyry piyńć sam tam dzisiŏj wczorŏj jutro dycki nigdy teroz
    potym podle ôkoło jeszcze nawet rŏz mōj moja nasz ślōnski ślōnskŏ ślōnskij ślōnsk ślōnsku gŏdka godka gŏdać
    naszymu mōm chca gŏdŏ pedzioł pedzieć blank richtig tukej hań zaroz trocha mocka pōnkt ôstŏł ôstała ôstało ftory
    bezto bo dejcie miyszkać miyszkŏ żyć żywot miano pōmoc noc wieczōr ôsōb czynść czyńść potrza musi mogōm ze ôbce
    ôbrŏz ludziōw gospodarka prawo wojna wojny wiek wieku firma firmy rynek historyjŏ historyje godki jynzyk rozwōj
    systym badania badŏcze naukowce policyjŏ minister prezydynt raport decyzyjŏ problym problymy pytanie ôdpowiydź
    wynik wyniki bajszpil grupa drużyna grŏcz partyjŏ szpil muzyka film kōnszt natura gadziny rostōmy strōm strōmy
    rzyka morze gōra wyspa wyspy droga auto cug lotnisko fliger lazaryt doktōr choroba jŏdło chlyb miynso wino cyna
    piyniōndze bank miesiōnc tydziyń stycznia lutego marca kwietnia maja czyrwca lipca siyrpnia wrzyśnia paździyrnika
    listopada grudnia pyndziałek wtorek strzoda szwortek pōntek sobota niydziela norodowy miyndzynŏrodowy polityczny
    społeczny publiczny ważny ważne możliwe rozmajte podobne wysoki niski dugi krōtki zōndny wolny włŏsny przodny
    lokalny ôjropejski amerykański zaczōn żyje robi myśli wiy wziōn dŏł znŏjdowŏ pokazuje używŏ dostŏł wygrŏł straciōł
    umrził urodziōł ôgłosiōł uznŏwany wydany położōny założōno postawiōny zrobiōny przijechoł wiedzieć widzieć znać
    myśleć czekać budōnek ulica plac kościōł krōl krōlowŏ syn cera ôjciec matka brat miłość śmierć światło ôgyń ziymia
    słōńce niebo farba czerwōny biŏły czŏrny zielōny edukacyjŏ zdrowie bezpieczyństwo ynergijŏ informacyje
    technologijŏ usugi produkcyjŏ kultura wolność`,
  sl: `in je v na za da se z so ki s ne pa po o tudi kot bi to ni ali od do pri bil bila bilo bili bile jih jo ga mu jim
    ji mi ti on ona ono oni vi jaz me te nas vas nam vam sem si smo ste biti bo bodo bom imajo ima imam imeti lahko
    več zelo samo še že kako kaj kdo kje kdaj zakaj ker če ko kateri katera katero katere katerih ta tega tej temu tem
    teh tisti svoj svoje svojo svoja njegov njegova njegovo njen njihov njihove moj moja tvoj naš naša vaš vsak vse
    vsi vsa vseh drugi druga druge drugih med brez pod nad pred skozi proti zaradi čez okoli vendar ampak torej zato
    nato potem zdaj danes včeraj jutri vedno nikoli tukaj tam leta let leto letu dan dni čas ljudi ljudje človek
    ženska otrok otroci hiša voda mesto država države svet svetu vlada delo knjiga pes mačka šola prijatelj živjo
    hvala dober dobro jutro večer prosim ja velik velika nov nova prvi prva prvo dva dve tri štiri pet mora morajo
    hočem želim kjer tako glede nič nihče nekaj nekateri slovenski slovenija slovenščina sta sva njim njej nje njih iz
    k h ob pomoč ime potrebujem noč življenje del kraj oseb precej medtem čeprav kajti bolj najbolj dolgo novo nove
    dejal povedal pravi oziroma ter`,
  hr: `i u je se na za da su od s a o koji iz to ne kao ali bi sa što te koja koje ili do nije bio bila bilo bili po
    samo prema već još više jer biti može ima tako ako ga mu joj im ih mi ti on ona ono oni vi ja me nas vas nam vam
    sam si smo ste će ću ćeš ćemo nakon tijekom između zbog bez pod nad pred kod oko protiv također međutim stoga tko
    gdje kada kad zašto kako netko nitko ništa nešto svi sve svaki svaka drugi druga druge ovaj ova ovo taj ta onaj
    njegov njezin njihov svoj svoje moj tvoj naš vaš godine godina godinu dan dana vrijeme ljudi čovjek žena dijete
    djeca kuća voda grad zemlja država svijet svijeta vlada rad posao knjiga pas mačka škola prijatelj bok hvala dobar
    dobro jutro molim velik velika nov nova prvi prva dva dvije tri četiri pet ovdje ondje tamo danas jučer sutra
    uvijek nikad nikada sada tada onda potom ponovno opet vrlo puno mnogo malo najviše treba trebaju mogu mora moraju
    žele europe europski europska europa tisuća tisuće milijuna tjedan tjedna siječnja veljače ožujka travnja svibnja
    lipnja srpnja kolovoza rujna listopada studenoga prosinca sveučilište sveučilišta vlak zrak kruh glazba glazbe
    nogomet hrvatski hrvatska tek dio dijela izvješće priopćenje unatoč općenito točno bijeli lijepo htio mjesto
    mjesta vidjeti riječ uspjeh snijeg mlijeko rješenje primjer prije poslije zasebno znanstvenici kemija povijest
    tvrtka tvrtke osobito obitelj sustav pomoć ime noć život kazao rekao glede povijesti poput jest pritom rat rata
    jezik jezika razvoj sistem istraživanje istraživanja policija ministar predsjednik odluka problem problemi pitanje
    odgovor rezultat rezultati grupa tim igrač stranka utakmica igra film umjetnost priroda životinje biljke rijeka
    more planina otok put auto bolnica liječnik bolest hrana meso vino cena cijena novac banka mjesec nacionalni
    međunarodni politički društveni javni važan važno moguće različite slične visok nizak dug kratka jak slobodan
    glavni lokalni američki počeo živi radi zna uzeo dao nalazi nalaze pokazuje koristi nudi dobio izgubio umro rođen
    objavio objavljen uključuje sadrži osnovana izgrađen znati videti misliti čekati živeti zgrada ulica trg crkva
    kralj kraljica sin kći otac majka brat ljubav smrt svjetlost vatra sunce nebo boja crven bijel crn zelen
    obrazovanje zdravlje sigurnost energija informacije tehnologija usluga usluge proizvodnja društvo kultura pravo
    prava sloboda zrakoplov gospodarski drvo`,
  bs: `i u je se na za da su od s a o koji iz to ne kao ali bi sa što šta te koja koje ili do nije bio bila bilo bili po
    samo prema već još više jer biti može ima tako ako ga mu joj im ih mi ti on ona ono oni vi ja me nas vas nam vam
    sam si smo ste će ću ćeš ćemo nakon tokom između zbog bez pod nad pred kod oko protiv također takođe međutim ko
    gdje kada kad zašto kako neko niko ništa nešto svi sve svaki svaka drugi druga druge ovaj ova ovo taj ta onaj
    njegov njen njihov svoj svoje moj tvoj naš vaš godine godina godinu dan dana vrijeme ljudi čovjek žena dijete
    djeca kuća voda grad zemlja država svijet svijeta vlada rad posao knjiga pas mačka škola prijatelj zdravo hvala
    dobar dobro jutro molim velik velika nov nova prvi prva dva dvije tri četiri pet ovdje tamo danas jučer sutra
    uvijek nikad sada tada onda potom ponovo opet vrlo veoma puno mnogo malo najviše treba trebaju mogu mora moraju
    žele evropa evrope evropski evropska hiljada hiljade miliona sedmica sedmice januara februara marta aprila maja
    juna jula augusta septembra oktobra novembra decembra univerzitet univerziteta voz zrak hljeb muzika fudbal
    bosanski bosna bosne hercegovina općina historija lahko kahva mehko saopćenje opći tačno dio dijela izvještaj
    uprkos htio mjesto mjesta vidjeti riječ uspjeh snijeg mlijeko rješenje primjer prije poslije naučnici hemija
    kompanija porodica sistem pomoć ime noć život kazao rekao porodice historije rat rata jezik jezika razvoj
    istraživanje istraživanja policija ministar predsjednik odluka problem problemi pitanje odgovor rezultat rezultati
    grupa tim igrač stranka utakmica igra film umjetnost priroda životinje biljke drvo rijeka more planina ostrvo otok
    put auto avion bolnica liječnik bolest hrana meso vino cena cijena novac banka mjesec nacionalni međunarodni
    politički ekonomski društveni javni važan važno moguće različite slične visok nizak dug kratka jak slobodan glavni
    lokalni američki počeo živi radi zna uzeo dao nalazi nalaze pokazuje koristi nudi dobio izgubio umro rođen objavio
    objavljen uključuje sadrži osnovana izgrađen znati videti misliti čekati živeti zgrada ulica trg crkva kralj
    kraljica sin kći otac majka brat ljubav smrt svjetlost vatra sunce nebo boja crven bijel crn zelen obrazovanje
    zdravlje sigurnost energija informacije tehnologija usluga usluge proizvodnja društvo kultura pravo prava sloboda`,
  'sr-Latn': `i u je se na za da su od s a o koji iz to ne kao ali bi sa što šta te koja koje ili do nije bio bila bilo
    bili po samo prema već još više jer biti može ima tako ako ga mu joj im ih mi ti on ona ono oni vi ja me nas vas
    nam vam sam si smo ste će ću ćeš ćemo nakon posle tokom između zbog bez pod nad pred pre kod oko protiv takođe
    međutim ko gde kada kad zašto kako neko niko ništa nešto svi sve svaki svaka drugi druga druge ovaj ova ovo taj ta
    onaj njegov njen njihov svoj svoje moj tvoj naš vaš godine godina godinu dan dana vreme ljudi čovek žena dete deca
    kuća voda grad zemlja država svet sveta vlada rad posao knjiga pas mačka škola prijatelj zdravo hvala dobar dobro
    jutro molim velik velika nov nova prvi prva dva dve tri četiri pet ovde tamo danas juče sutra uvek nikad sada tada
    onda potom ponovo opet vrlo veoma puno mnogo malo najviše treba trebaju mogu mora moraju žele evropa evrope
    evropski evropska hiljada hiljade miliona nedelja nedelje januara februara marta aprila maja juna jula avgusta
    septembra oktobra novembra decembra univerzitet univerziteta voz vazduh hleb muzika fudbal srpski srbija srbije
    opština istorija lepo mesto mesta deo dela reč reči videti hteo saopštenje opšti tačno izveštaj uprkos bela mleko
    reka rešenje uspeh poseban primer vetar sneg sme razumem naučnici hemija kompanija porodica sistem pomoć ime noć
    život kazao rekao porodice istorije li nego rat rata vek jezik jezika razvoj istraživanje istraživanja policija
    ministar predsednik odluka problem problemi pitanje odgovor rezultat rezultati grupa tim igrač stranka utakmica
    igra film umetnost priroda životinje biljke drvo more planina ostrvo put auto avion bolnica lekar bolest hrana
    meso vino cena novac banka mesec nacionalni međunarodni politički ekonomski društveni javni važan važno moguće
    različite slične visok nizak dug kratka jak slobodan glavni lokalni američki počeo živi radi zna uzeo dao nalazi
    nalaze pokazuje koristi nudi dobio pobedio izgubio umro rođen objavio objavljen uključuje sadrži osnovana izgrađen
    znati misliti čekati živeti zgrada ulica trg crkva kralj kraljica sin ćerka otac majka brat ljubav smrt svetlost
    vatra sunce nebo boja crven beo crn zelen obrazovanje zdravlje bezbednost energija informacije tehnologija usluga
    usluge proizvodnja društvo kultura pravo prava sloboda`,
  mk: `на и во се да од со за е што не ќе го ги по како или но тој таа тоа тие ние вие јас ти ја му им ѝ нѐ ве ме те сум
    си сме сте биде беше беа бил била било биле има имаат имаше нема до кој која кое кои чиј кога каде зошто колку
    само многу повеќе најмногу уште веќе исто така меѓу без под над пред кај околу против поради според додека бидејќи
    ако дека а пак туку сè секој сите секоја некој никој ништо нешто друг друга други овој оваа ова овие оној негов
    неговата нејзин нивен нивната свој мој твој наш ваш година години годината ден дена денот време луѓе луѓето човек
    жена дете деца куќа вода град градот земја државата држава свет светот влада владата работа книга куче мачка
    училиште пријател здраво благодарам добар добро утро молам голем голема нов нова прв прва прво првиот два две три
    четири пет тука таму денес вчера утре секогаш никогаш сега тогаш потоа може можат мора треба сака сакам велат рече
    македонски македонија македонскиот преку откако иако новиот би ниту ниеден еден една едно еднаш дел место живот
    име помош ноќ вечер бидат поголем најголем некои неколку односно меѓутоа врз низ кон при население населението
    економија економијата закон закони војна војната век векот компанија компании пазар историја историјата јазик
    јазикот развој систем системот истражување истражувања истражувачи научници научниците полиција полицијата
    министер претседател претседателот извештај одлука одлуката зголемување проблем проблеми прашање одговор резултат
    резултати пример група групата тим играч партија партијата натпревар игра музика филм уметност природа животни
    растенија дрво дрва река реката море планина остров острови пат патот кола воз аеродром авион болница лекар болест
    храна леб месо вино цена пари банка месец месеци недела недели јануари февруари март април мај јуни јули август
    септември октомври ноември декември понеделник вторник среда четврток петок сабота национален меѓународен
    политички економски социјален јавен јавни важен важно можно различни слични висок високи низок долг кратка силен
    слободен сопствен главен главни локални европски американски започна живее работи смета знае зеде даде наоѓа
    наоѓаат покажува користи нуди овозможува доби победи загуби почина роден објави сметан објавен вклучува содржи
    сместен основана изграден изградена извршен произведе пристигна знам видам мислам чекам живеам зграда улица
    плоштад црква крал кралица син ќерка татко мајка брат љубов смрт светлина оган земјата сонце небо боја црвен бел
    црн зелен образование здравје безбедност енергија информации технологија услуга услуги производство општество
    култура право права слобода`,
  bg: `на и в да се за е от с са не че по ще до си като това но или той тя то те ние вие аз ти го я ги му й ѝ им ме ни
    ви съм сме сте бъде беше бяха бил била било били има няма имат кой коя кое кои който която което които чийто кога
    къде защо колко как какво само много повече най още вече също между без под над пред при около против поради
    според докато защото ако а обаче всеки всички всяка някой никой нищо нещо друг друга други този тази тези онзи
    негов неговата неин техен свой мой твой наш ваш година години годината ден дни време хора хората човек жена дете
    деца къща вода град земя страна държава свят света правителство правителството работа книга куче котка училище
    приятел здравей благодаря добър добро утро моля голям голяма нов нова първи първа първо първият два две три четири
    пет тук там днес вчера утре винаги никога сега тогава след може могат трябва искам каза български българия чрез
    откакто въпреки преди през към ли един една едно част място живот име помощ нощ вечер някои няколко дори така бе
    става същият във със тъй макар нито все население населението икономика икономиката закон закони война войната век
    века компания компании компанията пазар история историята език езика развитие развитието система системата
    изследване изследвания изследователи учени учените полиция полицията министър президент президентът доклад решение
    решението увеличение проблем проблеми въпрос отговор резултат резултати пример група групата отбор играч партия
    партията мач игра музика филм изкуство природа животни растения дърво дървета река реката море планина остров
    острови път пътя кола влак летище самолет болница лекар болест храна хляб месо вино цена пари банка месец месеца
    седмица седмици януари февруари март април май юни юли август септември октомври ноември декември понеделник
    вторник сряда четвъртък петък събота неделя национален национална международен политически икономически социален
    обществен важен важно възможно различни подобни висок високи нисък дълъг къса силен свободен собствен главен
    основен местен местни местните европейски американски започва започна живее работи смята знае взе даде намира
    намират показва използва предлага позволява получи спечели загуби почина роден обяви считан публикуван включва
    съдържа разположен основана построен построена извършен произведе пристигна знам видя мисля чакам живея сграда
    улица площад църква крал кралица син дъщеря баща майка брат любов смърт светлина огън земята слънце небе цвят
    червен бял черен зелен образование здраве сигурност енергия информация технология услуга услуги производство
    общество култура право права свобода`,
  ru: `и в не на с что он по это как но из у за от то все так его к же для а бы о мы вы я ты она они оно был была было
    были быть есть нет или если при до уже только еще ещё также когда где кто чем чтобы который которая которое
    которые которых под над перед между без через после во со об их им ее её ему ей меня мне тебя тебе нас нам вас вам
    них него нее мой моя твой наш ваш свой свои этот эта эти этого этой этих тот та те того той тех весь вся всех всё
    каждый другой другие другая сам сама может могут можно нужно надо должен год года лет день дня дней время раз люди
    людей человек женщина ребенок дети дом вода город страна мир мира правительство работа книга собака кошка школа
    друг привет спасибо здравствуйте добрый утро пожалуйста да большой новый новая первый первая два две три четыре
    пять здесь там сегодня вчера завтра всегда никогда сейчас тогда потом очень много более менее почему потому однако
    около против лишь ли хотя пока поэтому сказал говорит хочу русский россия стал стала является часть место жизнь
    имя помощь ночь вечер некоторые несколько даже таким образом этом том котором население населения экономика
    экономики закон законы война войны век века веке компания компании рынок история истории язык языка развитие
    развития система системы исследование исследования исследователи ученые ученых полиция министр президент доклад
    решение решения рост проблема проблемы вопрос ответ результат результаты пример группа группы команда игрок партия
    матч игра музыка фильм искусство природа животные растения дерево деревья река реки море гора остров острова
    дорога машина поезд аэропорт самолет больница врач болезнь еда хлеб мясо вино цена деньги банк месяц месяцев
    неделя недели января февраля марта апреля мая июня июля августа сентября октября ноября декабря понедельник
    вторник среда четверг пятница суббота воскресенье национальный международный политический политические
    экономический социальный общественный важный важно возможно различные различных похожие высокий высокие низкий
    длинный короткий сильный свободный собственный главный основной местный местные европейский американский начал
    начала живет работает считает знает взял дал находится находятся показывает использует предлагает позволяет
    получил выиграл потерял умер родился объявил считается опубликован включает содержит расположен основана построен
    проведен произвел прибыл знать видеть думать ждать жить здание улица площадь церковь король королева сын дочь отец
    мать брат любовь смерть свет огонь земля солнце небо цвет красный белый черный зеленый образование здоровье
    безопасность энергия информация технология услуги производство общество культура право права свобода согласно`,
  be: `і ў у не на з што ён па гэта як але ад то усё ўсё так яго да ж жа для а бы б аб мы вы я ты яна яны яно быў была
    было былі быць ёсць няма ці калі пры ужо ўжо толькі яшчэ таксама дзе хто чым каб які якая якое якія якіх пад над
    перад паміж без праз пасля іх ім яе яму ёй мяне мне цябе табе нас нам вас вам мой мая твой наш ваш свой свае гэты
    гэтая гэтыя гэтага гэтай гэтых гэтым той тая тыя таго увесь уся ўсе ўсіх кожны іншы іншыя іншая сам сама можа
    могуць можна трэба павінен год года гадоў дзень дня дзён час раз людзі людзей чалавек жанчына дзіця дзеці дом вада
    горад краіна свет свету урад праца кніга сабака кот школа сябар прывітанне дзякуй добры раніцы ласка вялікі новы
    новая першы першая два дзве тры чатыры пяць тут там сёння учора заўтра заўсёды ніколі цяпер тады потым вельмі шмат
    больш менш чаму таму аднак каля супраць нават сказаў кажа хачу беларускі беларусь беларусі стаў з'яўляецца ва са
    частка месца жыццё імя дапамога ноч вечар некаторыя некалькі дзякуючы гадах насельніцтва эканоміка закон законы
    вайна вайны стагоддзе стагоддзя кампанія кампаніі рынак гісторыя гісторыі мова мовы развіццё сістэма сістэмы
    даследаванне даследаванні навукоўцы паліцыя міністр прэзідэнт рашэнне рост праблема праблемы пытанне адказ вынік
    вынікі прыклад група групы каманда партыя матч гульня музыка фільм мастацтва прырода жывёлы расліны дрэва дрэвы
    рака ракі мора гара востраў дарога машына цягнік аэрапорт самалёт бальніца лекар хвароба ежа хлеб мяса віно цана
    грошы банк месяц тыдзень студзеня лютага сакавіка красавіка чэрвеня ліпеня жніўня верасня кастрычніка лістапада
    снежня нацыянальны міжнародны палітычны эканамічны сацыяльны грамадскі важны важна магчыма розныя падобныя высокі
    нізкі доўгі кароткі моцны свабодны уласны галоўны мясцовы еўрапейскі амерыканскі пачаў жыве працуе лічыць ведае
    узяў даў знаходзіцца знаходзяцца выкарыстоўвае атрымаў выйграў памёр нарадзіўся абвясціў лічыцца апублікаваны
    уключае змяшчае размешчаны заснаваны пабудаваны ведаць бачыць думаць чакаць жыць будынак вуліца плошча царква
    кароль сын дачка бацька маці брат каханне смерць святло агонь зямля сонца неба колер чырвоны белы чорны зялёны
    адукацыя здароўе бяспека энергія інфармацыя вытворчасць грамадства культура права свабода`,
  uk: `і в у не на з що він по це як але із від то все так його до ж для а би про ми ви я ти вона вони воно був була
    було були бути є немає чи або якщо при вже тільки ще також коли де хто чим щоб який яка яке які яких під над перед
    між без через після їх їм її йому їй мене мені тебе тобі нас нам вас вам мій моя твій наш ваш свій свої цей ця ці
    цього цієї цих той та те ті того весь вся всі всіх кожен інший інші інша сам сама може можуть можна треба потрібно
    повинен рік року років день дня днів час раз люди людей людина жінка дитина діти дім вода місто країна світ світу
    уряд робота книга собака кіт школа друг привіт дякую добрий ранок будь ласка великий новий нова перший перша два
    дві три чотири п'ять тут там сьогодні вчора завтра завжди ніколи зараз тоді потім дуже багато більше менше чому
    тому однак близько проти навіть сказав каже хочу український україна україни став за й частина місце життя ім'я
    допомога ніч вечір деякі кілька завдяки роки`,
} as const;
