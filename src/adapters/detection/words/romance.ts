/**
 * The words that Romance languages use most, roughly the most frequent first: those of grammar, then what people write
 * in short messages. An elided word is written with its apostrophe.
 */
export const romanceWords = {
  es: `de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre
    este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque qué sólo solo
    han yo hay vez puede todos así nos ni parte tiene él uno donde bien tiempo mismo ese ahora cada e vida otro
    después te otros aunque esa eso hace otra tan durante siempre día tanto ella tres sí dijo sido gran país según
    menos mundo año antes contra sino forma caso nada hacer estaba poco estos mayor ante unos les algo hacia casa
    ellos ellas ayer hecho primera primer mucho mucha mientras además quien momento esto cual hombre están pues hoy
    lugar nuestro nuestra gracias hola buenos buenas días tardes noches señor señora tengo tienes tenemos quiero cómo
    usted ustedes fueron tienen pueden estas muchos muchas algunos algunas alguna algún personas nuevo nueva dónde
    cuándo quién mañana hacen haber sea mis tus tu tú cosas cosa gente noche agua ciudad niño niños trabajo mujer
    libro perro gato escuela amigo gobierno estamos estoy eres soy somos eran siendo luego cualquier aquí allí nunca
    jamás tras cuyo debe deben aquel ambos quizás quizá vamos voy va van todas toda mismos misma favor ayuda nombre
    cuánto necesito población economía ley leyes guerra siglo empresa empresas mercado historia lengua desarrollo
    sistema sistemas investigación investigadores estudio estudios científicos policía ministro presidente informe
    informes decisión aumento problema problemas pregunta respuesta resultado resultados ejemplo grupo equipo jugador
    partido música película arte naturaleza animales plantas árbol árboles río mar montaña isla islas carretera coche
    tren aeropuerto avión hospital médico enfermedad comida pan carne vino precio dinero banco mes meses semana
    semanas enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles
    jueves viernes sábado domingo nacional internacional político política económico económica social público pública
    importante posible diferente diferentes similar alto alta bajo baja largo corta fuerte libre propio principal
    principales local europeo americano comenzó empezó vive trabaja cree sabe tomó dio encuentra encuentran muestra
    muestran usa ofrece permite recibió ganó perdió murió nació anunció considera considerado publicado incluye
    contiene situado situada fundada construido realizado realizó produjo llegó llegar salir seguir poner decir saber
    ver conocer creer pensar esperar vivir edificio calle plaza iglesia rey reina hijo hija padre madre hermano amor
    muerte luz fuego tierra sol cielo color rojo blanco negro verde educación salud seguridad energía información
    tecnología servicio servicios producción sociedad cultura derecho derechos libertad`,
  pt: `de a que e o do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando
    muito nos já eu também só pelo pela até isso ela entre depois sem mesmo aos seus quem nas me esse eles você essa
    num nem suas meu às minha numa pelos elas qual nós lhe deles essas esses pelas este dele tu te vocês vos lhes meus
    minhas teu tua nosso nossa nossos nossas dela delas esta estes estas aquele aquela aqueles aquelas isto aquilo
    estou está estamos estão estava estavam era eram foi são ser ter tem têm tinha tinham há houve foram anos ano dia
    dias vez vezes onde ainda bem assim então porque outro outra outros outras todo todos toda todas cada parte pode
    podem fazer feito faz grande maior melhor primeiro primeira novo nova sobre contra durante antes desde sempre
    nunca agora hoje ontem amanhã aqui ali lá governo cidade país mundo gente homem mulher casa água trabalho livro
    cão cachorro gato escola amigo obrigado obrigada olá oi bom boa tarde noite senhor senhora quero tenho somos sou
    disse muitos muitas alguns algumas algum alguma pessoas dois duas três quatro nenhum nada tudo após segundo além
    enquanto cujo nesta neste nessa nesse deste desta dessa desse naquele daquele uns umas vida tempo forma lugar sido
    sendo estar favor ajuda nome quanto preciso criança crianças porém apenas através milhões vai vão vamos dizer
    população economia lei leis guerra século empresa empresas mercado história língua desenvolvimento sistema
    sistemas pesquisa investigação pesquisadores estudo estudos cientistas polícia ministro presidente relatório
    decisão aumento problema problemas pergunta resposta resultado resultados exemplo grupo equipe equipa jogador
    partido jogo música filme arte natureza animais plantas árvore árvores rio mar montanha ilha ilhas estrada carro
    trem comboio aeroporto avião hospital médico doença comida pão carne vinho preço dinheiro banco mês meses semana
    semanas janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro segunda feira
    sábado domingo nacional internacional político política econômico económica social público pública importante
    possível diferente diferentes semelhante alto alta baixo baixa longo curta forte livre próprio principal
    principais local europeu americano começou vive trabalha acredita sabe tomou deu encontra encontram mostra mostram
    usa oferece permite recebeu ganhou perdeu morreu nasceu anunciou considera considerado publicado inclui contém
    situado localizado fundada construído realizado produziu chegou chegar sair seguir colocar saber ver conhecer
    pensar esperar viver prédio rua praça igreja rei rainha filho filha pai mãe irmão amor morte luz fogo terra sol
    céu cor vermelho branco preto verde educação saúde segurança energia informação tecnologia serviço serviços
    produção sociedade cultura direito direitos liberdade disseram fizeram tiveram`,
  gl: `de a e que o en do da un os unha as para non por co é se no na con dos das como máis ao á pola polo seu súa foi
    ou pero tamén entre nos nas ten moi ata ser este está desde dende sobre cando anos só son esta eran era estes
    había todo todos toda todas xa onde lle lles eu el ela eles elas nós vós ti me te che mesmo mesma outro outra
    outros outras hai unhas uns seus súas polos polas dun dunha nun nunha aos ás coa cos coas quen porque despois
    antes aínda así ben mal agora hoxe onte mañá aquí alí esa iso isto aquilo ese aquel aquela facer fixo feito ter
    tiña tiñan teñen tivo pode poden poder vai van sen cada parte vez veces ano día días lugar forma xente home muller
    neno nena nenos casa auga cidade país mundo goberno traballo libro can gato escola amigo ola bos bo boa boas
    grazas graciñas adeus señor señora galego galega galicia tres catro cinco primeiro primeira novo nova grande maior
    mellor sempre nunca quero teño estou estás somos estaban foron sido estar tan tanto moito moita moitos moitas
    algún algunha algúns algunhas nada ninguén xeito cara durante logo daquela mentres segundo tras pois nesta neste
    deste desta ademais sei fai fan levar dicir dixo quere queren debe deben persoas persoa tempo noite tarde nome
    axuda millóns estivo meu miña teu túa noso nosa vostede cómpre case arredor deles delas dous dúas cuxo poboación
    economía lei leis guerra século empresa empresas mercado historia lingua desenvolvemento sistema sistemas
    investigación investigadores estudo estudos científicos policía ministro presidente informe informes decisión
    aumento problema problemas pregunta resposta resultado resultados exemplo grupo equipo xogador partido xogo música
    película filme arte natureza animais plantas árbore árbores río mar montaña illa illas estrada coche tren
    aeroporto avión hospital médico enfermidade comida pan carne viño prezo diñeiro banco mes meses semana semanas
    xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro luns martes mércores xoves
    venres sábado domingo nacional internacional político política económico económica social público pública
    importante posible diferente diferentes semellante alto alta baixo baixa longo curta forte libre propio principal
    principais local europeo americano comezou vive traballa cre sabe tomou deu atopa atopan mostra mostran usa ofrece
    permite recibiu gañou perdeu morreu naceu anunciou considera considerado publicado inclúe contén situado situada
    fundada construído realizado produciu chegou chegar saír seguir poñer saber ver coñecer crer pensar esperar vivir
    edificio rúa praza igrexa rei raíña fillo filla pai nai irmán amor morte luz lume terra sol ceo cor vermello
    branco negro verde educación saúde seguridade enerxía información tecnoloxía servizo servizos produción sociedade
    cultura dereito dereitos liberdade dixeron fixeron tiveron foise debido existen`,
  ca: `de la i a el que l' d' en els per un les del amb una no és al es s' més va com o seva són aquest ha dels ser han
    seu aquesta també molt però tot quan entre fins pel als seus fer hi sobre on anys hem he m' t' n' si ja sense cada
    perquè pot tots tota totes altres ells ella ell elles nosaltres vosaltres jo tu què qui mateix mateixa després
    abans durant des havia havien era eren foren fou estava està estan tenen té tenia tinc tenim vull vol volen pels
    seves nostra nostre vostra vostre meva meu teva teu gairebé només així sinó encara doncs cap gens res algú alguna
    alguns algunes unes uns aquests aquestes aquell aquella això allò aquí allà avui ahir demà any dia dies vegada
    vegades part món govern ciutat país gent dona home nen nena nens casa aigua treball llibre gos gat escola amic
    hola bon bona tarda nit gràcies adéu senyor senyora sisplau molts moltes molta dos dues tres quatre cinc primer
    primera gran nou nova millor sempre mai potser ara llavors fa fan fet feta diu poden podem pots cal sota contra
    cop lloc estat estada vaig vam van eres som sou sóc soc ets vas lo los lis li em et ens us hauria segons tant tan
    pas bé poc altre altra cadascun mentre quin quina quins quant necessito ajuda nom vida temps forma persones barri
    població economia llei lleis guerra segle empresa empreses mercat història llengua desenvolupament sistema
    sistemes investigació investigadors recerca estudi estudis científics policia ministre president informe informes
    decisió augment problema problemes pregunta resposta resultat resultats exemple grup equip jugador partit joc
    música pel·lícula art naturalesa animals plantes arbre arbres riu mar muntanya illa illes carretera cotxe tren
    aeroport avió hospital metge malaltia menjar pa carn vi preu diners banc mes mesos setmana setmanes gener febrer
    març abril maig juny juliol agost setembre octubre novembre desembre dilluns dimarts dimecres dijous divendres
    dissabte diumenge nacional internacional polític política econòmic econòmica social públic pública important
    possible diferent diferents similar alt alta baix baixa llarg curta fort lliure propi principal principals local
    europeu americà començar començà viu treballa creu sap troba troben mostra mostren ofereix permet rebre guanyar
    perdre morir nàixer anunciar considera considerat publicat inclou conté situat situada fundada construït realitzat
    produir arribar sortir seguir posar dir saber veure conèixer pensar esperar viure edifici carrer plaça església
    rei reina fill filla pare mare germà amor mort llum foc terra sol cel color vermell blanc negre verd educació
    salut seguretat energia informació tecnologia servei serveis producció societat cultura dret drets llibertat
    cinquanta esdevenir`,
  fr: `de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec son l' d' qu'
    n' s' c' j' m' t' aux ses comme mais on ou leur elle y été cette deux même ces fait aussi tout ont nous être sa
    tous sans peut entre lui bien était après très depuis encore autres moins dont avant ans où ils elles je tu vous
    me te moi toi mon ma mes ton ta tes notre nos votre vos leurs si avoir fut avait étaient avaient sera faire autre
    toute toutes jour jours temps année années alors ainsi contre chez pendant vers sous quand trop peu jamais
    toujours rien déjà ici là aujourd' hui hier demain premier première nouveau nouvelle grand grande petit bon bonne
    monde pays ville gouvernement vie homme femme enfant enfants maison eau travail livre chien chat école ami bonjour
    merci salut bonsoir oui non monsieur madame comment quoi pourquoi parce peuvent doit doivent plusieurs certains
    certaines chaque selon lors lorsque cela ça ceux celle celui cet beaucoup gens suis es sommes êtes veux voudrais
    trois quatre cinq puis donc car ni dit afin jusqu' quelques quelque personne personnes partie lieu ai as avons
    avez va vont allons plaît aide nom combien besoin tandis soit serait nuit soir cependant quelqu' lequel laquelle
    population économie loi lois guerre siècle entreprise entreprises marché histoire langue développement système
    systèmes recherche chercheurs étude études scientifiques police ministre président rapport décision augmentation
    problème problèmes question réponse résultat résultats exemple groupe équipe joueur parti jeu musique film art
    nature animaux plantes arbre arbres rivière mer montagne île îles route voiture train aéroport avion hôpital
    médecin maladie nourriture pain viande vin prix argent banque mois semaine semaines janvier février mars avril mai
    juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche national
    nationale international politique économique social sociale public publique important possible différent
    différents similaire haut haute bas basse long longue court fort libre propre principal principaux local européen
    américain commencé vit travaille croit sait pris donné trouve trouvent montre montrent utilise offre permet reçu
    gagné perdu mort né annoncé considéré publié comprend contient situé située fondée construit réalisé produit
    arrivé arriver sortir suivre mettre dire savoir voir connaître penser attendre vivre bâtiment rue place église roi
    reine fils fille père mère frère amour lumière feu terre soleil ciel couleur rouge blanc noir vert éducation santé
    sécurité énergie information technologie service services production société culture droit droits liberté ancien
    souvent toutefois`,
  it: `di e il la che in a un per è del della una con non sono da si le dei i al come più ma anche nel alla ha gli delle
    lo dal o suo sua ed nella se questo questa dalla ai ci degli tra stato era l' d' un' dell' all' nell' dall' sull'
    quest' c' essere tutti loro molto fatto due quando dopo dove solo anni stata hanno perché cui sul sulla suoi sue
    mio mia mi ti lui lei noi voi io tu questi queste quello quella quelli quelle tutto tutta tutte ogni altri altre
    altro altra così ancora già poi prima senza fino durante mentre contro sempre mai ora oggi ieri domani qui lì là
    ne né può possono fare aveva avevano erano fu furono viene vengono stati state primo nuova nuovo grande parte
    tempo anno giorno giorni volta mondo paese città governo vita uomo donna bambino bambini casa acqua lavoro libro
    cane gatto scuola amico ciao grazie buongiorno buonasera signore signora prego sì stai voglio vorrei ho hai
    abbiamo siamo sei chi cosa quale quali alcuni alcune molti molte molta nostro nostra vostro tre quattro cinque
    persone allo sugli negli nelle nei dagli dalle dai alle agli nello dello verso secondo oltre circa proprio quindi
    però invece infatti stesso stessa fra sotto sopra bene buono buona buon favore aiuto nome quanto bisogno notte
    sera qualche qualcosa niente nessuno detto va vanno andare deve devono sia fosse sarà popolazione economia legge
    leggi guerra secolo impresa imprese azienda aziende mercato storia lingua sviluppo sistema sistemi ricerca
    ricercatori studio studi scienziati polizia ministro presidente rapporto decisione aumento problema problemi
    domanda risposta risultato risultati esempio gruppo squadra giocatore partito partita gioco musica film arte
    natura animali piante albero alberi fiume mare montagna isola isole strada macchina auto treno aeroporto aereo
    ospedale medico malattia cibo pane carne vino prezzo soldi denaro banca mese mesi settimana settimane gennaio
    febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre lunedì martedì mercoledì
    giovedì venerdì sabato domenica nazionale internazionale politico politica economico economica sociale pubblico
    pubblica importante possibile diverso diversi simile alto alta basso bassa lungo corta forte libero principale
    principali locale europeo americano iniziato vive lavora crede sa preso dato trova trovano mostra usa offre
    permette ricevuto vinto perso morto nato annunciato considerato pubblicato comprende contiene situato situata
    fondata costruito realizzato prodotto arrivato arrivare uscire seguire mettere dire sapere vedere conoscere
    pensare aspettare vivere edificio via piazza chiesa re regina figlio figlia padre madre fratello amore morte luce
    fuoco terra sole cielo colore rosso bianco nero verde istruzione salute sicurezza energia informazioni tecnologia
    servizio servizi produzione società cultura diritto diritti libertà`,
  ro: `de și a în la cu care că nu pe o un din pentru să este mai se sunt au al sau ce lui fost ca ale prin dar după
    dintre între lor fi am fie acest această acestea aceste acesta aceasta foarte când fără unei unui ei cel cea cei
    cele acum doar are avea avut era erau nici ele el ea noi voi eu tu mă te îl îi le ne vă își său sa săi sale meu
    mea tău ta nostru noastră toate toți toată tot fiecare alte alt altă alți unde cum cât atât atunci aici acolo
    astăzi azi ieri mâine până către despre sub împotriva timp ani anul an zi zile ziua oameni om femeie copil copii
    casă apă oraș țară lume lumea guvern guvernul muncă carte câine pisică școală prieten bună mulțumesc salut da bine
    mare mari nou nouă primul prima doi două trei patru cinci mult multe mulți multă puțin decât deși iar însă deci
    pot poate trebuie vreau aș vrea dumneavoastră vor va făcut numai încă deja asupra printre dacă într dintr printr
    căror cărei ai ați ești suntem sunteți nimic nimeni ceva cineva unele unii orice cine spus fac face seara noapte
    rog ajutor nume parte loc viață peste timpul cadrul precum ori astfel deoarece aceea acel cauza domnule doamnă
    populația economie lege legi război secol secolul companie companii piață istorie istoria limbă limba dezvoltare
    sistem sistemul cercetare cercetători studiu studii oamenilor poliția ministru președinte președintele raport
    decizie decizia creștere problemă probleme întrebare răspuns rezultat rezultate exemplu grup grupul echipă echipa
    jucător partid joc muzică film artă natură animale plante copac copaci râu munte insulă insule drum mașină tren
    aeroport avion spital medic boală mâncare pâine carne vin preț bani bancă lună luni săptămână săptămâni ianuarie
    februarie martie aprilie iunie iulie august septembrie octombrie noiembrie decembrie marți miercuri joi vineri
    sâmbătă duminică național internațional politic politică economic economică social public publică important
    posibil diferit diferite similar înalt joasă lung scurtă puternic liber propriu principal principale local
    european american început trăiește lucrează crede știe luat dat găsește găsesc arată folosește oferă permite
    primit câștigat pierdut murit născut anunțat considerat publicat include conține situat fondată construit realizat
    produs ajuns ajunge ieși urma pune ști vedea cunoaște gândi aștepta trăi clădire stradă biserică rege regină fiu
    fiică tată mamă frate dragoste moarte lumină foc pământ soare cer culoare roșu alb negru verde educație sănătate
    securitate energie informații tehnologie serviciu servicii producție societate cultură drept drepturi libertate`,
  oc: `de la lo e que los las en un una per es a amb del dels al als dins sus se o pas mai son foguèt èra èran aquel
    aquela aquels aquelas aquò qu' d' l' n' s' m' t' tanben coma entre fins mas pel pels tot tota totes totas ont
    quand qui çò sens plan fòrça aital puèi après abans contra jos cap i sa sos sas mon ma mos nòstre nòstra vòstre
    vòstra lor lors ieu tu el ela nosautres vosautres eles elas quala qual quals cada autre autra autres autras meteis
    meteissa an ans jorn jorns temps vila país mond òme femna enfant enfants ostal aiga trabalh libre gos cat escòla
    amic bonjorn adiu adieu mercés mercé òc non aicí aquí ailà uèi ièr deman ara alara ja jamai sempre totjorn pauc
    melhor bon bona grand granda nòu novèl novèla primièr primièra dos doas tres quatre cinc uèch aver èsser estre far
    fach dich pòt pòdon cal vòl vòli soi siái sèm aviá avián foguèron estat estada ai as avèm avètz lenga occitan
    occitana gascon segond durant despuèi dempuèi perque qualques qualquas qualqu' cadun degun res ren tròp tant gaire
    dab entà mes hèr hè ei eth era eths eras ena deth dera tamb sénher dòna lhi dinc enquia mès auer hèt aqueth aquera
    aguèt venguèt pendent sul suls dau daus aux fasiá fan fa ditz pr'amor gents monde vida nuèch ser nom cossí perqué
    quin quina quant sabi parli disi volgut pogut cadena segle aqueste aquesta aquestes aquestas òm ne z' gràcia ajuda
    lòc part còp còps fòra populacion economia lei leis guèrra sègle entrepresa entrepresas mercat istòria
    desvolopament sistèma sistèmas recèrca cercaires estudi estudis scientifics polícia ministre president rapòrt
    decision aumentacion problèma problèmas question responsa resultat resultats exemple grop equipa jogador partit
    jòc musica filme art natura animals plantas arbre arbres riu flume mar montanha illa illas rota veitura tren
    aeropòrt avion espital mètge malautiá manjar pan carn vin prètz argent banca meses setmana setmanas genièr febrièr
    març abril junh julhet agost setembre octobre novembre decembre diluns dimars dimècres dijòus divendres dissabte
    dimenge nacional nacionala internacional politic politica economic economica social public publica important
    possible diferent diferents similar naut nauta bas bassa long corta fòrt liure pròpri principal principals local
    european american comencèt comença viu trabalha crei sap prenguèt donèt tròba tròban mòstra utiliza ofrís permet
    recebèt ganhèt perdèt moriguèt nasquèt anoncièt considerat publicat compren conten situat situada fondada bastit
    realizat produsiguèt arribèt arribar sortir seguir metre dire saber veire conéisser pensar esperar viure bastiment
    carrièra plaça glèisa rei reina filh filha paire maire fraire amor mòrt lutz fuòc tèrra solelh cèl color roge
    blanc negre verd educacion santat seguretat energia informacion tecnologia servici servicis produccion societat
    cultura drech dreches libertat`,
  an: `de a o os as que en y un una d' ye por con se no ta lo la los las como mas pero tamién son yera s' l' n' dende
    entre dica cuan cuando ya bi ha han feito estar ser yeran estió estioron pa muito muita muitos muitas mui més tot
    toda todas totz toz ixo isto ixe ixa ixos ixas iste ista istos istas aquel aquela aquels atro atra atros atras
    cosa res bell bella bells tiempo anyo anyos sieglo día días sobre dimpués antis debaixo alto encara asinas alavez
    alavegada agora hue ahiere maitín aquí astí allá an onte do quí qui quál quan qué yo tu él ella nusatros vusatros
    nós ells ellas me te le les nos suyo suya suyos suyas mío mía nuestro nuestra chent hombre muller nino nina ninos
    casa augua aigua ciudat país mundo gubierno governo treballo libro can gato escuela amigo buen buena buenos
    grazias gracias adiós primer primera dos dués tres cuatro cinco gran nuevo nueva millor mayor fer fa fan fació diz
    dicen dició puet pueden podeba teneba tien tienen va van vegada parte puesto lugar forma luenga lengua aragonés
    aragonesa aragón chunto chuntos chusto rechión cheneral chudicial choven sin sinyor contra seguntes segunt
    mientres encetar encetó levar prener estando yes somos soi soy fue fueron estau estata feita dito puyar baixar
    trobar trobó clamar clamaba clamada clamau viello viella alcuerdo pas perque perqué feban veyer conoixer conoixiu
    habió fendo fillo filla fillos nueit propio mesmo mesma mesmos quasi población economía lei leis guerra interpresa
    interpresas mercau historia desembolique sistema sistemas investigación investigadors estudio estudios
    scientificos policía ministro president informe decisión aumento problema problemas pregunta respuesta resultau
    resultaus eixemplo grupo equipo chugador partiu partito chuego mosica película arte natura animals plantas árbol
    árbols río mar montanya isla islas carretera auto tren aeropuerto avión hespital medico enfermedat comida pan
    carne vino pre diners banco mes meses semana semanas chinero febrero marzo abril mayo chunio chulio agosto
    setiembre octubre noviembre aviento luns martes miércols chueves viernes sabado domingo nacional internacional
    politico politica economico economica social publico publica important posible diferent diferents parellano alta
    baixo baixa largo curta fuerte libre prencipal prencipals local europeu american empecipió vive treballa creye
    sabe prenió dió troba troban amuestra usa ofreix permite recibió ganó perdió morió naixió anunció considerau
    considerada publicau inclui contién situau situada fundada construyiu realizau producida plegó plegar salir seguir
    meter saber pensar asperar vivir edificio carrera plaza ilesia rei reina pai mai chirmán amor muerte luz fuego
    tierra sol cielo color royo blanco negro verde educación salut seguranza enerchía información tecnolochía servicio
    servicios producción sociedat cultura dreito dreitos libertat`,
  ast: `de la que el y en a los un una les por con nun se del ye foi como pa más d' qu' l' n' ún pero tamién son yera
    ente nel na nos nes al cuando hasta dende onde tou toos toes toa too toda esti esta estos estes esi esa esos eses
    aquel aquella esto eso so sos mio to nuesu nuesa nuestru nuestra vuestru yo tu elli ella ello nós nosotros
    vosotros ellos elles me te y' yos lu lo yá ya o nin si sí non ensin sobro contra tres según mentanto mientres
    depués dempués enantes agora güei ayeri mañana equí ellí ehí siempre enxamás nunca mui munchu muncha munchos
    munches poco otru otra otros otres mesmu mesma cada dalgún dalguna dalgunos dalgunes dellos delles nengún daquién
    nada daqué dos cuatro cinco primer primeru primera añu años día díes tiempu vegada vegaes vez parte llugar mundu
    país ciudá xente home muyer neñu neña neños casa agua trabayu llibru perru gatu escuela amigu bonos bones hola
    gracies adiós señor señora asturianu asturiana asturies llingua grande nuevu nueva meyor mayor faer fai faen fizo
    fecho tien tienen tenía ser sía sían tar ta tán taba taben tuvo pue puen podía diz dicen dixo va van fueron foron
    yeren había hai llegar sigún cola col coles colos pela pel pelos peles nesti nesta nesa tovía namái namás asina
    entós entóncenes cómo quién qué cuándo sabe quiero tengo soi yes somos lleva grupu llargu política persona
    persones fin dica caún casi mesmo xunto xunta puestu estáu estada población economía llei lleis guerra sieglu
    empresa empreses mercáu hestoria historia desendolcu sistema sistemes investigación investigadores estudiu
    estudios científicos policía ministru presidente informe decisión aumentu problema problemes entruga respuesta
    resultáu resultaos exemplu equipu xugador partíu xuegu música película arte natura animales plantes árbol árboles
    ríu mar monte islla islles carretera coche tren aeropuertu avión hospital médicu enfermedá comida pan carne vinu
    preciu perres bancu mes meses selmana selmanes xineru febreru marzu abril mayu xunu xunetu agostu setiembre
    ochobre payares avientu llunes martes miércoles xueves vienres sábadu domingu nacional internacional políticu
    económicu económica social públicu pública importante posible diferente diferentes asemeyáu altu alta baxu baxa
    curtia fuerte llibre propiu principal principales local européu americanu entamó entama vive trabaya cree garró
    dio alcuentra alcuéntrase amuesa usa ufre dexa recibió ganó perdió morrió nació anunció consideráu considerada
    espublizáu inclúi contién asitiáu asitiada fundada construyíu fecha produxo llegó salir siguir poner saber ver
    conocer pensar esperar vivir edificiu cai plaza ilesia rei reina fíu fía padre madre hermanu amor muerte lluz fueu
    tierra sol cielu color coloráu blancu negru verde educación salú seguridá enerxía información teunoloxía serviciu
    servicios producción sociedá cultura derechu derechos llibertá`,
  sc: `de sa su e chi in a sos is pro sas cun est non una unu si at ant dae aiat aiant fiat fiant ma cando comente puru
    prus s' d' l' onni onzi ònnia custu custa custos custas cussu cussa cussos cussas cuddu cudda issu issa issos
    issas issoro deo tue nois bois mi ti nos bos meu mea tuo tua suo sua nostru nostra bostru totu totus totos àteru
    àtera àteros àteras ateru atera meda medas pagu bene male como oe eris cras inoghe innoghe ibi ue aunde proite ca
    cale calicunu calicuna carchi nudda nemos mai semper giai ancora galu tando duncas o ne sena contra subra suta
    sutta intro fintzas finas antis pustis apustis tempus annu annos die dies borta bortas parte logu mundu bidda
    tzitade istadu istada istados gente omine òmine òmines fèmina pitzinnu pitzinna pitzinnos domo abba traballu libru
    cane gatu iscola amigu bonas gràtzias gràtzia saludi adiosu sennore sennora sardu sarda sardigna sardinna limba
    sunt semus ses seis so sia siat èssere essere àere tènnere tenet tenent teniat podet podent podiat fàghere faghet
    faghent fatu fatta naradu narat benit benint cheret cherent devet depet primu prima nou noa mannu manna mannos
    minore bellu duos duas tres bator chimbe segundu durante cada tra intre mescamente cosa cosas chene aici gasi
    ebbia bi nde nche b' m' t' nòmine agiudu calchi calicunos tzente populatzione natzione chida mese noe sero note
    manzanu aer totas economia lege leges gherra sèculu impresa impresas mercadu istòria isvilupu sistema sistemas
    chirca chircadores istùdiu istùdios iscientziados politzia ministru presidente raportu detzisione aumentu problema
    problemas pregunta risposta resurtadu resurtados esempru grupu iscuadra giogadore partidu giogu mùsica film arte
    natura animales prantas àrbore àrbores riu mare monte ìsula ìsulas caminu màchina trenu aeroportu aèreu ispidale
    dutore maladia màndigu pane petza binu prètziu dinare banca meses chidas ghennàrgiu freàrgiu martzu abrile maju
    làmpadas trìulas austu cabudanni santugaine santandria nadale lunis martis mèrcuris giòbia chenàpura sàbadu
    domìniga natzionale internatzionale polìticu polìtica econòmicu econòmica sotziale pùblicu pùblica importante
    possìbile diferente diferentes artu arta bassu longu curtza forte lìberu pròpiu printzipale printzipales locale
    europeu americanu incumintzadu bivet traballat creet ischit pigadu dadu agatat agatant mustrat impreat ofèrit
    permitit retzidu bìnchidu pèrdidu mortu nàschidu annuntziadu cunsideradu publicadu cumprendet cuntenet situadu
    fundada fraigadu realizadu produidu lòmpidu lòmpere essire sighire pònnere ischire bìdere connòschere pensare
    isetare bìvere fraigu carrera pratza crèsia re reina fìgiu fìgia babbu mama frade amore morte lughe fogu terra
    sole chelu colore ruju biancu nieddu birde salude seguresa energia informatzione tecnologia servìtziu servìtzios
    produtzione sotziedade cultura deretu deretos libertade`,
  frp: `de la lo et les des en un na una por que est dens a du avouéc pas sur se ces ceta ceti celi cela celos cetos cen
    il el ils los sont ant at éren ére étêt étâ étre avêr avêt avant fât fêre fêt pôt pôvont povont mas ou ben d' l'
    n' s' qu' m' t' c' j' yô coment quand quint quinta quâl tot tota tôs totes ôtro ôtra ôtros ôtres mémo méma ples
    plles muens franc aprés devant sen sens entre pendent dês tant tanque sot dessus dedens ora adonc oué houé hièr
    deman ice ique lé tojorn jamés ren gins nion châque chesque quârques quârque yon yona doux doves três quatro cinq
    premiér premiére novél novéla grant granta grants petiôt bon bôna monde payis vela velâjo gouvèrnement via homo
    fena femèla enfant enfants mêson égoue travâly lévro chin chat ècoula ami bonjorn marci adiô monsior madama ouè
    nan francoprovençâl arpetan arpetana lengoua lengâjo an ans anâ jorn jorns temps côp côps vegâ pârt luè lor lors
    noutro noutra voutro mon ma mos ton ta son sa sos ses je te vos nos mè tè lui lyé su es chiéz contre tâl tâla
    tâles avé avéc p' per dins oncor adés asse assé avoué cél porquè èce sè siant serêt porrêt pués pou trop pllus bél
    bèla viely vielye nom fôt fôta vers d'aprés ensemblo quâsi nêt populacion èconomia louè louès guèrra sièclo
    entreprêsa entreprêsas marchiê histouère dèvelopament sistèmo sistèmos rechèrche chèrchiors ètude ètudes
    scientificos police ministro prèsident rapôrt dècision ôgmentacion problèmo problèmos quèstion rèponsa rèsultat
    rèsultats ègzemplo groupo èquipa juyor partia juè musica filme ârt natura animâls plantes âbro âbros rèviére mar
    montagne ila iles rota vouètura tren aèropôrt avion hèpetâl mêdecin maladia mengiér pan vianda vin prêx argent
    banca mês senana senanas janviér fevriér mârs avril mê jouen julyèt oût septembro octobro novembro dècembro delon
    demârs demécro dejô devendro dessando demenge nacionâl nacionâla entèrnacionâl politico politica èconomico
    èconomica sociâl publico publica emportent possiblo difèrent difèrents semblâblo hôt hôta bâs bâssa long côrt fôrt
    libro prôpro principâl principâls locâl eropèen amèriquen comenciê vit travâlye crêt sât prês balyê trove trovont
    montre utilise ôfre pèrmèt reçu gâgnê pèrdu môrt nèssu anonciê considèrâ publeyê comprend contint situâ situâye
    fondâ bâti rèalisâ produit arrevâ sôrtir siuvre betar dére savêr vêre cognetre pensar atendre vivre bâtiment
    charriére place égllése rê rêna garçon felye pâre mâre frâre amôr lumiére fuè tèrra solely cièl color rojo blanc
    nêr vèrd èducacion santât sècuritât ènèrg·ie enformacion tècnologie sèrviço sèrviços produccion sociètât cultura
    drêt drêts libèrtât`,
} as const;
