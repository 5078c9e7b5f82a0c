/** Codes of two letters, each with that of three. Source: ISO 639-1 and 639-3. */
const joinedCodes = `
  aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul bibis bmbam bnben
  bobod brbre bsbos cacat ceche chcha cocos crcre csces cuchu cvchv cycym dadan dedeu dvdiv dzdzo eeewe elell
  eneng eoepo esspa etest eueus fafas ffful fifin fjfij fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv
  hahau heheb hihin hohmo hrhrv hthat huhun hyhye hzher iaina idind ieile igibo iiiii ikipk ioido isisl itita
  iuiku jajpn jvjav kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor krkau kskas kukur kvkom kwcor kykir
  lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon mrmar msmsa mtmlt
  mymya nanau nbnob ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs papan
  pipli plpol pspus ptpor quque rmroh rnrun roron rurus rwkin sasan scsrd sdsnd sesme sgsag sisin skslk slslv
  smsmo snsna sosom sqsqi srsrp ssssw stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk tltgl tntsn
  toton trtur tstso tttat twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid yoyor
  zazha zhzho zuzul`;

const threeLetters = new Map(joinedCodes.match(/\S+/g)?.map((both) => [both.slice(0, 2), both.slice(2)]));
export const twoLetterCodes = [...threeLetters.keys()];

/** Where Apertium has other codes, by tag. */
const ownCodes: Readonly<Record<string, string>> = {
  bs: 'hbs_BS',
  hr: 'hbs_HR',
  'oc-aranese': 'oci_aran',
  'sr-Latn': 'hbs_SR',
};

const ownTags = new Map(Object.entries(ownCodes).map(([tag, code]) => [code.toLowerCase(), tag]));

/** Returns Apertium's code for a language, such as `cat_valencia`. */
export function apertiumCode(tag: string): string {
  const [language = '', ...others] = tag.split('-');
  return ownCodes[tag] ?? [threeLetters.get(language) ?? language, ...others].join('_');
}

/** Returns the tag for a code of Apertium, and any other code unchanged. */
export function tagOfApertiumCode(code: string): string {
  return ownTags.get(code.toLowerCase()) ?? code;
}
