import { type EndingRule, formsByEnding } from './noun-forms.ts';

/** They end in s in the singular as well. */
const unchanged = `lunes martes miércoles jueves viernes paraguas microondas sacapuntas lavavajillas rascacielos cumpleaños
  portaaviones abrelatas sacacorchos parabrisas paracaídas salvavidas cortafuegos quitanieves guardaespaldas atlas caos cosmos
  dos tres seis bíceps tríceps fórceps más menos además detrás jamás quizás atrás antes después entonces apenas lejos
  gracias mas les los las nos os sus mis tus unos unas pues ambos algunos ellos ellas estos esos`;

const singulars: readonly EndingRule[] = [
  [/(?:[iu]s|ss|é?psis)$/, undefined],
  [
    /(l[áa]p|c[áa]l|ra|perd|matr|direct?r|actr|emperatr|institutr|cicatr|codorn|lombr|nar|bar|tap|apr|desl)ices$/,
    '$1iz',
  ],
  [/([áéíóú][^aeiouáéíóú]+ic)es$/, '$1e'],
  [
    /((?:enla|desenla|avan|alcan|balan|roman|tran|lan|chan|bron|quin|on|cau|go|ro|dul|esla|trae|embra|empla|trapi|hechi)c)es$/,
    '$1e',
  ],
  [/raíces$/, 'raíz'],
  [/ces$/, 'z'],
  [/([cs])iones$/, '$1ión'],
  // Accents that move or fall away: "imagen", "canon"; then those that come back: "ratón".
  [/^(.*)á([^aeiouáéíóú]+[eo]n)es$/, '$1a$2'],
  [/^(.*)é([^aeiouáéíóú]+[eo]n)es$/, '$1e$2'],
  [/^(.*)í([^aeiouáéíóú]+[eo]n)es$/, '$1i$2'],
  [/^(.*)ó([^aeiouáéíóú]+[eo]n)es$/, '$1o$2'],
  [/^(.*)ú([^aeiouáéíóú]+[eo]n)es$/, '$1u$2'],
  [/^((?:[^aeiou]{1,2}|io|bi|ti|gu)[aeo]n|fin|pin)es$/, '$1'],
  [/(cin|clon|vitrin|magazin|smartphon|higien)es$/, '$1e'],
  [/([^aeiou]|[aeiu])anes$/, '$1án'],
  [/([^aeiou]|[aeiu])enes$/, '$1én'],
  [/ines$/, 'ín'],
  [/([^aeiou]|[aeiu])ones$/, '$1ón'],
  [/(com)unes$/, '$1ún'],
  [/^(m|r)eses$/, '$1es'],
  [/(inter|ingl|franc|japon|portugu|land|dan|escoc|gal|chin|burgu|marqu|barcelon|cord|arn|stress?)eses$/, '$1és'],
  [/^(gas|as|dios|bus|mes|res|tos|mies)es$/, '$1'],
  [/(auto|micro|trole|omni)buses$/, '$1bús'],
  [/(pa)íses$/, '$1ís'],
  [/(aire|torre|sobre|software|hardware|firmware|malware|hectare|títere|folclore|valle)s$/, '$1'],
  [/^(chile|sede|tele|vale|prole)s$/, '$1'],
  [/([aeoáéíóú][r])es$/, '$1'],
  [/([aeiouáéó]l)es$/, '$1'],
  [/(ad|ud|^red|pared|merced|huésped|césped)es$/, '$1'],
  [/([aeou]y|[íú])es$/, '$1'],
  [/(reloj|álbum|ítem|boj|fax|box|fénix|clímax|ónix)es$/, '$1'],
  [
    /((?:^|[aeiou])(?:robot|web|blog|chat|clic|bit|test|link|kit|email|token|plugin|router|server|frame|set|script|podcast|widget|chip|clip|disket|bot|tag|tweet|tuit|drone?|gadget|banner|póster|host|pixel|píxel))s$/,
    '$1',
  ],
  [/([bcdfghjkmpqtvwx]|[lnr])s$/, undefined],
  [/([aeoáéó])s$/, '$1'],
];

const plurals: readonly EndingRule[] = [
  [/(pa)ís$/, '$1íses'],
  [/([cglnrt])és$/, '$1eses'],
  [/carácter$/, 'caracteres'],
  [/([^aeiouáéíóú])s$|[iu]s$|x$|[áéíóú]s$/, undefined],
  [/z$/, 'ces'],
  [/([aeou])y$/, '$1yes'],
  [/ión$/, 'iones'],
  [/án$/, 'anes'],
  [/én$/, 'enes'],
  [/ín$/, 'ines'],
  [/ón$/, 'ones'],
  [/ún$/, 'unes'],
  // The stress stays where it is, so an accent comes: "imágenes".
  [/([aeiou])([^aeiouáéíóú]{1,2})en$/, undefined],
  [/([aeiouáéíóú])([lrdj])$/, '$1$2es'],
  [/([aeiou])n$/, '$1nes'],
  [/([aeoáéóiu])$/, '$1s'],
];

export const spanish = formsByEnding({ unchanged, singulars, plurals });
