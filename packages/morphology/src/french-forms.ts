import { type EndingRule, formsByEnding } from './noun-forms.ts';

const unchanged = `temps corps cas pas fois mois pays bois choix prix voix croix noix lois tapis permis avis repas bras dos os bus
  virus campus processus cursus accès succès progrès procès congrès excès décès près très après dès sans dans plus moins toujours
  jamais alors ailleurs vers puis depuis hors lors mais très tous nos vos ses mes tes des les ces eux deux dix six faux doux roux
  heureux paix creux vieux mieux taux flux afflux influx houx époux toux gaz nez riz quiz souris brebis fils anglais français
  japonais portugais chinois héros chaos abus refus refus jus cactus lotus bonus malus minus corpus consensus discours cours
  parcours concours recours secours ours velours concert univers travers divers envers revers bis iris oasis process sens encens
  poids fonds bas gras gros las fracas compas palais relais marais rabais laquais atlas lilas plâtras canevas index latex silex
  mars paris gens environs funérailles propos repos clos enclos cosmos rhinocéros albinos tétanos kudos dispos`;

const singulars: readonly EndingRule[] = [
  [/(trav|bail|vitr|cor|ém|soupir|vant)aux$/, '$1ail'],
  [/(boy|noy|joy|tuy)aux$/, '$1au'],
  [/eaux$/, 'eau'],
  [
    /(anim|chev|can|journ|hôpit|tribun|sign|termin|loc|soci|région|nation|génér|princip|centr|norm|gloab|glob|région|municip|médic|origin|norm|verb|capit|idé|métr?|cryst|crist|arsen|bocal|bo?c|cardin|génér|roy|matériaux|matéri|vég[eé]t|min[eé]r|numér|région|tot|fin|neur?on|orb[ii]t|digit|option|intern[aet]+ion)aux$/,
    '$1al',
  ],
  [/aux$/, undefined],
  [/(j|v|f|l|adi|n|ch?ev)eux$/, '$1eu'],
  [/(bij|caill|ch|gen|hib|jouj|p)oux$/, '$1ou'],
  [/(match|sandwich)es$/, '$1'],
  [/(?:[xz]|ss|us|is|as)$/, undefined],
  [/s$/, ''],
];

const plurals: readonly EndingRule[] = [
  [/[sxz]$/, undefined],
  [/(bal|carnav|festiv|récit|chac|rég|b|nav|fat|cér[eé]moni)al$/, undefined],
  [/al$/, 'aux'],
  [/ail$/, undefined],
  [/(eau|[hjvxd]eu)$/, '$1x'],
  [/(bij|caill|ch|gen|hib|jouj)ou$/, '$1oux'],
  [/(?:au|eu)$/, undefined],
  [/$/, 's'],
];

export const french = formsByEnding({ unchanged, singulars, plurals });
