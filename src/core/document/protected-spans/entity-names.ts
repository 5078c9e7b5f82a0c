/**
 * The names of characters in HTML, one for each code point from the first one on; `-` if there is none.
 * Source: HTML 4.01, section 24. The names of Latin Extended-A are those of HTML 5, section 13.5.
 */
const rows: readonly (readonly [first: number, names: string])[] = [
  [34, 'quot'],
  [38, 'amp apos'],
  [60, 'lt - gt'],
  [
    160,
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
      'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
      'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash ' +
      'Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
      'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc ' +
      'uuml yacute thorn yuml',
  ],
  [
    256,
    'Amacr amacr Abreve abreve Aogon aogon Cacute cacute Ccirc ccirc Cdot cdot Ccaron ccaron Dcaron dcaron Dstrok ' +
      'dstrok Emacr emacr - - Edot edot Eogon eogon Ecaron ecaron Gcirc gcirc Gbreve gbreve Gdot gdot Gcedil - Hcirc ' +
      'hcirc Hstrok hstrok Itilde itilde Imacr imacr - - Iogon iogon Idot imath IJlig ijlig Jcirc jcirc Kcedil kcedil ' +
      'kgreen Lacute lacute Lcedil lcedil Lcaron lcaron Lmidot lmidot Lstrok lstrok Nacute nacute Ncedil ncedil Ncaron ' +
      'ncaron napos ENG eng Omacr omacr - - Odblac odblac OElig oelig Racute racute Rcedil rcedil Rcaron rcaron Sacute ' +
      'sacute Scirc scirc Scedil scedil Scaron scaron Tcedil tcedil Tcaron tcaron Tstrok tstrok Utilde utilde Umacr ' +
      'umacr Ubreve ubreve Uring uring Udblac udblac Uogon uogon Wcirc wcirc Ycirc ycirc Yuml Zacute zacute Zdot zdot ' +
      'Zcaron zcaron',
  ],
  [402, 'fnof'],
  [710, 'circ'],
  [732, 'tilde'],
  [
    913,
    'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi ' +
      'Chi Psi Omega',
  ],
  [
    945,
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon ' +
      'phi chi psi omega',
  ],
  [977, 'thetasym upsih - - - piv'],
  [8194, 'ensp emsp - - - - - thinsp - - zwnj zwj lrm rlm - - - ndash mdash'],
  [8216, 'lsquo rsquo sbquo - ldquo rdquo bdquo - dagger Dagger bull - - - hellip - - - - - - - - - permil'],
  [8242, 'prime Prime - - - - - lsaquo rsaquo - - - oline - - - - - frasl'],
  [8364, 'euro'],
  [8465, 'image - - - - - - weierp - - - real - - - - - trade'],
  [8501, 'alefsym'],
  [8592, 'larr uarr rarr darr harr'],
  [8629, 'crarr'],
  [8656, 'lArr uArr rArr dArr hArr'],
  [
    8704,
    'forall - part exist - empty - nabla isin notin - ni - - - prod - sum minus - - - - lowast - - radic - - prop',
  ],
  [8734, 'infin - ang - - - - - - and or cap cup int'],
  [8756, 'there4 - - - - - - - sim'],
  [8773, 'cong - - asymp'],
  [8800, 'ne equiv - - le ge'],
  [8834, 'sub sup nsub - sube supe'],
  [8853, 'oplus - otimes'],
  [8869, 'perp'],
  [8901, 'sdot'],
  [8968, 'lceil rceil lfloor rfloor'],
  [9001, 'lang rang'],
  [9674, 'loz'],
  [9824, 'spades - - clubs - hearts diams'],
];

/** By name, without `&` and `;`. */
export const entityCharacters: ReadonlyMap<string, string> = new Map(
  rows.flatMap(([first, names]) =>
    names.split(' ').map((name, index) => [name, String.fromCodePoint(first + index)] as const),
  ),
);
