/** The words that Germanic languages use most, roughly the most frequent first, then those of short messages. */
export const germanicWords = {
  en: `the of and to in a is that for it as was with be by on not he i his but from are this or had at have which you an
    they their were all we when there can her been has one who would will more no if out so what up said about its
    into than them only some could time these two may then do first any my now such like our over man me even most
    made after also did many before must through back years where much your way well down should because each just
    those people how too little state good very make world still own see men work long get here between both life
    being under never day same another know while last might us great old year off come since against go came right
    used take three himself few house use during without again place around however home small found thought went say
    says part once general high upon school every don' doesn' didn' isn' can' won' t s ll re ve hello hi thanks thank
    please yes morning evening night dear cat dog book water city friend want need help today tomorrow yesterday am
    does she him let got why whose whether though although until yet something nothing anything everyone someone
    always often new big best children child woman women country government number name love looking think going sorry
    welcome buy free online according including based several among per near within became become known called left
    next other others`,
  de: `der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat
    dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr
    durch man sein wurde sei hatte kann gegen vom können schon wenn habe seine ihre dann unter wir soll ich eines jahr
    zwei jahren diese dieser dieses wieder keine kein uhr seiner worden will zwischen immer was sagte gibt alle diesem
    seit muss wurden beim doch jetzt waren drei jahre neue neuen damit bereits da ihr seinen müssen ab ihrer ohne
    sondern selbst ersten erste nun etwa heute ihren weil ihm ihn menschen mann frau kind kinder haus wasser stadt
    land welt regierung arbeit buch hund katze schule freund hallo danke guten gute gut tag morgen abend bitte ja nein
    groß große großen mich dich uns euch mir dir mein meine dein unser euer wer wo warum weiß geht gehen kommt macht
    viel viele sehr hier dort gestern nie ganz andere anderen einige jeder welche während bin bist seid möchte brauche
    hilfe name nacht leben zeit teil laut wegen ob denn sollte könnte würde würden deutsch zwar jedoch daher sowie`,
  nl: `de van het een en in is dat op te zijn die voor met niet aan er om ook als maar dan bij door hij uit nog naar ze
    zij wordt werd werden was worden heeft hebben had hadden of tot kan ik je we wij jij u hun haar wat meer over deze
    dit al kunnen kon moet moeten zou zouden wel geen na hem zo mijn veel waar wie hoe waarom omdat toen nu onder
    tussen tegen zonder twee drie vier vijf eerste jaar jaren dag dagen tijd mensen man vrouw kind kinderen huis water
    stad land wereld regering werk boek hond kat school vriend hallo dank bedankt goedemorgen goedendag ja nee
    alstublieft goed goede groot grote nieuw nieuwe andere ander elke elk alle alles iets niets iemand niemand altijd
    nooit weer zelf zich ons onze uw jullie waren wil willen gaan gaat ging komen komt kwam zegt zei zien maken maakt
    gemaakt doen doet gedaan daar hier vandaag gisteren morgen volgens tijdens sinds vooral ongeveer alleen echter
    terwijl hoewel zoals eigen zeer heel vele enkele weinig misschien ben bent heb hebt weet wist naam hulp nodig
    nacht avond leven deel plaats binnen buiten via dus toch reeds steeds eens welke wiens waarin waarbij daarom
    hierbij geweest bevolking economie wet wetten oorlog eeuw bedrijf bedrijven markt geschiedenis taal ontwikkeling
    systeem systemen onderzoek onderzoekers studie studies wetenschappers politie minister president rapport besluit
    beslissing toename probleem problemen vraag antwoord resultaat resultaten voorbeeld groep team speler partij
    wedstrijd spel muziek film kunst natuur dieren planten boom bomen rivier zee berg eiland eilanden weg auto trein
    luchthaven vliegtuig ziekenhuis arts ziekte eten brood vlees wijn prijs geld bank maand maanden week weken januari
    februari maart april mei juni juli augustus september oktober november december maandag dinsdag woensdag donderdag
    vrijdag zaterdag zondag nationale internationale politieke economische sociale openbare belangrijk belangrijke
    mogelijk verschillende soortgelijke hoog hoge laag lange korte sterk vrij belangrijkste lokale europese
    amerikaanse begon woont werkt denkt nam gaf gevonden toont gebruikt gebruiken biedt kreeg won verloor stierf
    geboren kondigde beschouwd gepubliceerd bevat ligt gelegen opgericht gebouwd uitgevoerd geproduceerd aangekomen
    volgen zetten zeggen weten kennen denken wachten wonen gebouw straat plein kerk koning koningin zoon dochter vader
    moeder broer liefde dood licht vuur aarde zon hemel kleur rood wit zwart groen onderwijs gezondheid veiligheid
    energie informatie technologie dienst diensten productie samenleving cultuur recht rechten vrijheid`,
  af: `die van en is in het n te dat nie vir met op om wat hy aan as was sy ook word by deur hulle uit kan sal een maar
    of na tot nog ek jy ons julle hom haar hul dit daar toe so meer hierdie daardie moet kon wou gaan kom wees geword
    gehad sou ander al alle baie net waar wanneer hoekom hoe wie omdat terwyl tussen teen sonder onder oor twee drie
    vier vyf eerste jaar jare dag dae tyd mense man vrou kind kinders huis water stad land wêreld regering werk boek
    hond kat skool vriend hallo dankie goeiemôre goeie môre middag ja nee asseblief totsiens goed groot nuwe elke iets
    niks iemand niemand altyd nooit weer self my jou se sê gesê maak gemaak doen gedoen hier vandag gister volgens
    tydens sedert veral ongeveer slegs egter hoewel soos eie wil hê sien gesien lyk afrikaans sodat reeds steeds binne
    voor voordat nadat indien kry gekry mag moes waarom wys begin lewe plek deel naam help hulp nodig nag aand mevrou
    meneer ouers minder meeste verskeie eerder waarin waarop daarvan hiervan dus daarom tog geen iewers maklik moeilik
    vinnig skryf bly ys ry hou gee gegee kyk vertel besluit gebruik volg tree bevolking ekonomie wet wette oorlog eeu
    maatskappy maatskappye mark geskiedenis taal ontwikkeling stelsel stelsels navorsing navorsers studie studies
    wetenskaplikes polisie minister president verslag toename probleem probleme vraag antwoord resultaat resultate
    voorbeeld groep span speler party wedstryd spel musiek film kuns natuur diere plante boom bome rivier see berg
    eiland eilande pad motor trein lughawe vliegtuig hospitaal dokter siekte kos brood vleis wyn prys geld bank maand
    maande week weke januarie februarie maart april mei junie julie augustus september oktober november desember
    maandag dinsdag woensdag donderdag vrydag saterdag sondag nasionale internasionale politieke ekonomiese sosiale
    openbare belangrik belangrike moontlik verskillende soortgelyke hoog hoë laag lang kort sterk vry belangrikste
    plaaslike europese amerikaanse woon dink neem gevind bied toelaat ontvang gewen verloor gesterf gebore aangekondig
    beskou gepubliseer bevat geleë gestig gebou uitgevoer geproduseer aangekom sit weet ken wag straat plein kerk
    koning koningin seun dogter vader moeder broer liefde dood lig vuur aarde son hemel kleur rooi wit swart groen
    onderwys gesondheid veiligheid energie inligting tegnologie diens dienste produksie samelewing kultuur reg regte
    vryheid`,
  da: `og i at det er en til af på for med de der den som han ikke har et jeg var fra sig men om vi kan havde ved man
    hun skal være også nu når eller efter hvor os blev have ville kunne over mod alle så mange da selv dem meget end
    under sin før mig ind op ud to noget hvis hans hendes deres vores min din dit sit mit mine dine sine dig du jer
    hvad hvorfor hvordan hvem hvilke hvilket denne dette disse kun lige igen aldrig altid nogen nogle intet ingen
    anden andre andet samme både hver hvert mens mellem uden gennem blive bliver blevet får få fået fik gør gøre gjort
    gjorde går gå gik kommer kom siger sagde se set ser tage tager tog år dag dage tid gang gange mennesker mand
    kvinde barn børn hus vand by land verden regering regeringen arbejde bog hund kat skole ven hej tak goddag
    godmorgen farvel ja nej god godt stor store stort ny nye nyt første tre fire fem mest mere mindre bedre her dansk
    danmark siden omkring ifølge fordi dog derfor endnu allerede måske eftersom herunder ligesom bør må måtte skulle
    vil vidste giver gav givet taget fundet lavet sammen navn hjælp brug aften nat morgen liv del sted blandt inden
    indtil hos overfor uge uger måned spørgsmål nødt behøver kender tænker synes flere flest lang langt lidt hele helt
    ganske samt altså jo befolkning befolkningen økonomi lov love krig krigen århundrede selskab selskabet virksomhed
    marked historie sprog udvikling system systemet forskning forskere forsker undersøgelse undersøgelser
    videnskabsmænd politiet politi minister præsident præsidenten rapport rapporter rapporten beslutning beslutningen
    stigning problem problemer svar resultat resultater eksempel gruppe gruppen hold holdet spiller kamp kampen spil
    musik film kunst natur naturen dyr planter træ træer flod floden hav havet bjerg bjerge ø øer øen vej vejen bil
    lufthavn fly flyet hospital læge sygdom sygdomme mad brød kød vin pris priser penge bank måneder januar februar
    marts april maj juni juli august september oktober november december mandag tirsdag onsdag torsdag fredag lørdag
    søndag national nationale international politisk politiske økonomisk økonomiske social offentlig offentlige
    forskellige forskellig lignende høj høje lav lange kort stærk fri egen egne vigtigste lokale lokal europæisk
    amerikansk amerikanske begyndte bor lever arbejder tror finder viser bruges bruger tilbyder tillader vandt tabte
    døde født annoncerede anset betragtes udgivet offentliggjort inkluderer indeholder ligger grundlagt bygget udført
    produceret ankom komme følge sætte vide kende tænke vente bygning gade gaden plads kirke konge dronning søn datter
    far mor bror kærlighed død lys ild jord sol himmel farve rød hvid sort grøn uddannelse sundhed sikkerhed energi
    information teknologi tjeneste tjenester produktion samfund samfundet kultur ret rettigheder frihed fortæller
    fortalte udtalte udtalelse sjette situation nation organisation mulighed virkelig`,
  nb: `og i det er på som en til av for at med de har ikke den var om et han men fra jeg vi kan seg hadde ble skal så
    også når eller etter ved over være blir hun nå sin opp ut ha da mot noe noen alle mange dette denne disse man meg
    deg dem oss hva hvor hvorfor hvordan hvem hvilke hvilken bare mer mest før under mellom uten gjennom hver hvert
    andre annen annet samme både mens siden fordi selv veldig svært mye lite aldri alltid igjen her der inn ned bli
    blitt får få fått fikk gjør gjøre gjort gjorde går gå gikk kommer kom kommet sier sa si ser se sett tar ta tatt
    tok år dag dager tid gang ganger mennesker folk mann kvinne barn hus vann by land verden regjering regjeringen
    arbeid bok hund katt skole venn hei takk god morgen ja nei bra stor store stort ny nye nytt første to tre fire fem
    bedre større norsk norge hans hennes deres vår vårt våre min mitt mine din ditt dine sitt sine ingen ingenting
    kunne skulle ville måtte må vil bør kanskje allerede ennå likevel derfor ifølge omkring jo enn du dere gir ga gitt
    funnet sammen navn hjelp kveld natt liv del sted blant innen inntil hos uke uker måned spørsmål trenger kjenner
    tenker flere flest lang langt litt hele helt ganske samt altså mulig viktig sannsynligvis tidligere vite vet
    befolkning befolkningen økonomi lov lover krig krigen århundre selskap selskapet bedrift marked historie språk
    utvikling system systemet forskning forskere forsker studie studien vitenskapsmenn politiet politi minister
    president presidenten rapport rapporter rapporten beslutning beslutningen økning problem problemer svar resultat
    resultater eksempel gruppe gruppen lag laget spiller kamp kampen spill musikk film kunst natur naturen dyr planter
    trær elv elven hav havet fjell øy øyer øya vei veien bil tog flyplass fly flyet sykehus lege sykdom sykdommer mat
    brød kjøtt vin pris priser penger bank måneder januar februar mars april mai juni juli august september oktober
    november desember mandag tirsdag onsdag torsdag fredag lørdag søndag nasjonal nasjonale internasjonal politisk
    politiske økonomisk økonomiske sosial offentlig offentlige forskjellige forskjellig lignende høy høye lav lange
    kort sterk fri egen egne viktigste lokale lokal europeisk amerikansk amerikanske begynte bor lever arbeider jobber
    tror finner viser brukes bruker tilbyr tillater vant tapte døde født kunngjorde ansett regnes utgitt publisert
    inkluderer inneholder ligger grunnlagt bygd bygget utført produsert ankom komme følge sette kjenne tenke vente
    bygning gate gaten plass kirke konge dronning sønn datter far mor bror kjærlighet død lys ild jord sol himmel
    farge rød hvit svart grønn utdanning helse sikkerhet energi informasjon teknologi tjeneste tjenester produksjon
    samfunn samfunnet kultur rett rettigheter frihet forteller fortalte uttalte uttalelse sjette situasjon nasjon
    organisasjon`,
  nn: `og i det er på som ein til av for at med dei har ikkje den var om eit han men frå eg me vi kan seg hadde vart
    skal så òg også når eller etter ved over vere blir ho no sin opp ut ha då mot noko nokon nokre alle mange dette
    denne desse meg deg dykk oss kva kor kvifor korleis kven berre meir mest før under mellom utan gjennom kvar kvart
    andre annan anna same både medan sidan fordi sjølv veldig svært mykje lite aldri alltid igjen att her der inn ned
    bli vorte vorten blitt blei får få fått fekk gjer gjere gjort gjorde går gå gjekk kjem kom kome seier sa seie ser
    sjå sett tek ta teke tok år dag dagar tid gong gonger menneske folk mann kvinne barn born hus vatn by land verda
    regjering regjeringa arbeid bok hund katt skule ven hei takk god morgon ja nei bra stor store stort ny nye nytt
    første to tre fire fem betre større norsk noreg hans hennar deira vår vårt våre min mitt mine din ditt dine sitt
    sine ingen ingenting kunne skulle ville måtte må vil bør kanskje allereie enno likevel difor ifølgje enn vera vert
    verte du dykkar hjå saman heile gjev gav gitt funne namn hjelp kveld natt liv del stad blant innan uke veke månad
    spørsmål treng kjenner tenkjer fleire flest lang langt litt heilt ganske samt altså mogleg viktig tidlegare veit
    seinare dotter bror syster sjø folketal folketalet økonomi lov lover krig krigen hundreår hundreåret selskap
    selskapet verksemd marknad historie språk utvikling system systemet forsking forskarar forskar studie studien
    vitskapsmenn politiet minister president presidenten rapport rapportar rapporten avgjerd avgjerda auke problem
    svar resultat døme gruppe gruppa lag laget spelar kamp kampen spel musikk film kunst natur naturen dyr planter elv
    elva hav havet fjell øy øyar øya veg vegen bil tog flyplass fly flyet sjukehus lege sjukdom sjukdommar mat brød
    kjøt vin pris prisar pengar bank månader januar februar mars april mai juni juli august september oktober november
    desember måndag tysdag onsdag torsdag fredag laurdag søndag nasjonal nasjonale internasjonal politisk politiske
    økonomisk økonomiske sosial offentleg offentlege ulike ulik liknande høg høge låg lange kort sterk fri eigen eigne
    viktigaste lokale lokal europeisk amerikansk amerikanske byrja bur lever arbeider trur finn viser brukar brukast
    tilbyr tillèt vann tapte døydde fødd kunngjorde rekna utgjeven publisert inneheld ligg ligger grunnlagd bygd bygde
    utført produsert følgje setje vite kjenne tenkje vente bygning gate gata plass kyrkje konge dronning son far mor
    kjærleik død lys eld jord sol himmel farge raud kvit svart grøn utdanning helse tryggleik energi informasjon
    teknologi teneste tenester produksjon samfunn samfunnet kultur rett rettar fridom fortel fortalde sagde sjette
    situasjon nasjon organisasjon nyttar nytta`,
  sv: `och i att det som en på är av för med den till har de inte om ett han men var jag sig från vi så kan när nu hade
    ska skall vid också eller efter hon man vara ut över upp där blev bli blir blivit mycket då in få får fick fått
    sin sitt sina mot kunde skulle vill ville måste här alla många andra annan annat något någon några dessa detta
    denna mer mest bara ingen inga inget mellan utan genom varje samma både medan sedan eftersom själv själva aldrig
    alltid igen hur vad varför vem vilka vilken vilket mig dig dem oss er min mitt mina din ditt dina hans hennes
    deras vår vårt våra än under före innan hos ju dock därför ändå redan ännu kanske år dag dagar tid gång gånger
    människor folk kvinna barn hus vatten stad land världen regering regeringen arbete bok hund katt skola vän hej
    tack god morgon ja nej bra stor stora stort ny nya nytt första två tre fyra fem bättre större svenska sverige
    kommer kom göra gör gjorde gjort går gå gick säger sade sa säga ser se sett tar ta tog enligt idag igår imorgon
    finns fanns samt du ni ger gav givet hittade tillsammans namn hjälp kväll natt liv del plats bland inom tills
    vecka veckor månad fråga behöver känner tänker flera flest lång långt lite hela helt ganska alltså möjligt viktigt
    tidigare vet befolkning befolkningen ekonomi lag lagar krig kriget århundrade århundradet företag företaget
    marknad historia språk utveckling system systemet forskning forskare forskarna studie studien vetenskapsmän
    polisen polis minister president presidenten rapport rapporter rapporten beslut beslutet ökning problem svar
    resultat exempel grupp gruppen laget spelare match matchen spel musik film konst natur naturen djur växter träd
    flod floden hav havet berg ö öar ön väg vägen bil tåg flygplats flyg flygplan planet sjukhus läkare sjukdom
    sjukdomar mat bröd kött vin pris priser pengar bank månader januari februari mars april maj juni juli augusti
    september oktober november december måndag tisdag onsdag torsdag fredag lördag söndag nationell nationella
    internationell politisk politiska ekonomisk ekonomiska social offentlig offentliga olika liknande hög höga låg
    långa kort stark fri egen egna viktigaste lokala lokal europeisk amerikansk amerikanska började bor lever arbetar
    tror funnit finner visar används använder erbjuder tillåter vann förlorade dog född meddelade ansedd anses utgiven
    publicerad inkluderar innehåller ligger grundad grundades byggd byggdes utförd producerad följa sätta veta känna
    tänka vänta byggnad gata gatan kyrka kung drottning son dotter far mor bror kärlek död ljus eld jord sol himmel
    färg röd vit svart grön utbildning hälsa säkerhet energi information teknik tjänst tjänster produktion samhälle
    samhället kultur rätt rättigheter frihet berättade uttalande sjätte situation nation organisation troligtvis`,
  is: `og að í á er sem það við til um en var ekki af með fyrir hann eru þá ég sér frá hún hefur eða því þegar verið þar
    hafa svo þessi þetta þess þeir þau þær þeirra þeim hans hennar hvað hver hvernig hvar hvers vegna hvort mjög meira
    mest minna allt allir allar öll eins einnig líka bara aðeins nú hér upp út inn niður yfir undir milli gegn án
    eftir áður síðan meðan þótt þó ef úr hjá hafði höfðu voru verður verða varð urðu vera getur geta gæti mun munu
    myndi má mega vill vilja skal skulu kom koma kemur fer fara fór segir sagði sagt gera gerir gert gerði sjá ár ári
    ára árið dag dagur daga tíma tími maður menn manna kona konur barn börn hús vatn borg land landi landinu heimur
    heiminum ríkisstjórn vinna bók hundur köttur skóli vinur halló hæ takk góðan daginn bless já nei góður góð stór
    nýr ný fyrsta fyrsti fyrst tveir tvær tvö þrír þrjú fjórir fimm aðrir önnur annað annar nokkrir margir íslenska
    ísland íslands minn mín mitt þinn okkar ykkar mér þér okkur ykkur þig mig þú hinn sinn sína sitt ekkert enginn
    einhver alltaf aldrei kannski nafn hjálp kvöld nótt líf hluti staður meðal innan vika viku mánuð þarf þekkir
    fleiri langt lítið alveg frekar bæði hvorki né heldur enn ennþá`,
} as const;
