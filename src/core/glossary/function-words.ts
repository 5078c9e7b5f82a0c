import type { LanguageTag } from '../languages/language.ts';

/**
 * The commonest function words, which neither start nor end a term: articles, prepositions, pronouns, conjunctions,
 * auxiliaries. An installed dictionary knows more of them. These are for languages without one, and for words that a
 * dictionary also lists as nouns.
 */
const lists: Readonly<Record<string, string>> = {
  ca: 'a al als amb aquest aquesta com de del dels el ella ells els en entre era és ha han hi i la les li lo més meu molt no o per però pot que qui se ser seu seva si són sobre també te tot un una uns ja sense fins',
  cs: 'a aby ale až být by byl byla co do i jak jako je jeho její jen jsou k kde když která které který má na ne nebo o od po pod pro před při s se si tak také to u už v ve více z za ze že',
  da: 'af alle at da de dem den der deres det dig du efter eller en er et for fra ham han har havde hun hvad hvis hvor i ikke jeg kan man med men mig mod når og også om op på sig sin skal som til ud under var ved vi vil være',
  de: 'aber alle als also am an auch auf aus bei bin bis da damit dann das dass dem den der des die dies diese dieser doch du durch ein eine einem einen einer eines er es für habe haben hat hier ich ihm ihn ihr ihre im in ins ist ja kann kein keine man mehr mein mit muss nach nicht noch nur ob oder ohne sehr sein seine sich sie sind so soll über um und uns unter vom von vor war was wenn wer werden wie wir wird wo zu zum zur zwischen',
  en: "a about after all also am an and any are as at be because been before being between both but by can could did do does down each every few for from had has have he her here hers him his how i if in into is it it's its just may me might more most much must my no nor not now of off on once only or other our out over own per please shall she should so some such than that the their them then there these they this those through to too under until up upon us very was we were what when where which while who whom whose why will with within without would you your",
  es: 'a al algo ante antes aquel así aún bajo bien cada casi como con cual cuando cuyo de del desde donde dos e el él ella ellas ellos en entre era eran es esa ese eso esta está están estas este esto estos fue ha hace hacia han hasta hay la las le les lo los más me mi mientras mucho muy ni no nos o otra otro para pero poco por porque pues puede que qué quien se según ser si sí sido sin sobre son su sus también tan te tiene toda todo todos tras tu un una unas uno unos u y ya yo',
  fi: 'ei eikä en että he hän ja jo joka jos kaikki kanssa kuin kun me mikä mukaan mutta myös ne niin nyt oli olla on ovat se sekä sen siitä sitä tai tämä vain voi',
  fr: 'à ainsi alors après au aussi autre aux avant avec avoir bien c car ce cela ces cet cette chaque chez comme comment d dans de depuis des deux donc dont du elle elles en encore entre est et était être eux fait faut il ils j je jusque l la le les leur leurs lors lui m ma mais me même mes moins mon n ne ni nos notre nous on ont ou où par pas peu peut plus pour près qu quand que quel quelle qui s sa sans se selon ses si soit son sont sous sur t ta te tes ton tous tout toute très tu un une vers vos votre vous y',
  gl: 'a ao aos as así ata cando co coa como con da das de do dos e é el ela en entre era es está este esta foi ha hai isto lle máis me moi na nas no non nos o ou os para pero pode por porque que se sen ser seu si sobre son súa tamén te un unha',
  hu: 'a az az aki amely csak de egy el ez és ha hogy is ki le meg mert mint már még nem össze pedig s sem szerint vagy van volt',
  it: 'a ad agli ai al alla alle allo anche c che chi ci come con cosa cui d da dagli dai dal dalla dalle degli dei del della delle dello di dopo dove e è ed era essere fra gli ha hanno i il in io l la le lei lo loro lui ma me mi mio molto ne negli nei nel nella nelle no noi non nostro o ogni per perché più poi può prima quale quando quanto quella quello questa questo qui se sei senza si sia solo sono sopra sotto stato su sua sue sugli sui sul sulla suo suoi te ti tra tu tutti tutto un una uno vi voi',
  nb: 'alle at av da de deg dem den denne der det dette du eller en er et etter for fra før ha han har hun hva hvis hvor i ikke jeg kan man med meg men mot når og også om opp på seg selv sin skal som så til under ut var ved vi vil være',
  nl: 'aan al als bij dan dat de den der deze die dit door dus een en er geen had hebben heeft het hij hoe hun ik in is ja je kan maar meer men met mijn na naar niet nog nu of om onder ons ook op over te tegen tot u uit van veel voor was wat we wel werd wie wij worden wordt ze zelf zich zij zijn zo zonder zou',
  pl: 'a aby albo ale bez być był była co czy dla do gdy go i ich jak jako jego jej jest jeszcze już każdy która które który ma może na nad nie o od oraz po pod przez przy są się ta tak także tego ten to tylko tym u w we więc z za ze że',
  pt: 'a à ao aos as às até cada com como da das de dela dele deles do dos e é ela elas ele eles em entre era essa esse esta está este eu foi for há isso isto já lhe mais mas me mesmo meu minha muito na nas não nem no nos nós num numa o os ou para pela pelas pelo pelos pode por porque qual quando que quem são se sem ser seu seus só sob sobre sua suas também te tem ter toda todo todos tu tudo um uma você',
  ro: 'a acest această ai al ale am ar are au ca că ce cel cea cele care către cu cum da dar de despre din după ea ei el ele este eu fi fost iar în între la le lor lui mai nu o pe pentru prin sa sale sau se și sunt sub un una unei unui va',
  ru: 'а без более бы был была были было быть в вам вас весь во вот все всё вы где да для до его ее её если есть еще ещё же за здесь и из или им их к как ко когда кто ли мне может мы на над наш не него нее нет ни но о об он она они оно от по под при про с со так также там то только том ты у уже чем что чтобы эта эти это этого этот я',
  sv: 'alla att av de dem den denna det detta dig din du där efter eller en er ett från för ha han har hon hur i inte jag kan man med men mig mot nu när och också om på sig sin ska som så till under upp ut var vara vi vid vill är än',
  tr: 'ama ancak bir bu çok da daha de diye en gibi hem her için ile ise kadar ki mi mı ne o olan olarak oldu ve veya ya',
  uk: 'а але б без би був була були було бути в ви від він вона вони все всі для до з за зі і із й її їх його як яка які який коли ми на не ні о об по при про та так також те ти то тільки у уже це цей цього ця чи що щоб я',
};

const read = new Map<string, ReadonlySet<string>>();

/** In small letters; empty for languages that are not known here. */
export function functionWordsOf(language: LanguageTag): ReadonlySet<string> {
  const [base = ''] = language.split('-');
  const words = read.get(base) ?? new Set((lists[base] ?? '').split(' '));
  read.set(base, words);
  return words;
}
