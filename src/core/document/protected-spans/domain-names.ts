/**
 * Endings that make a name with points in it a domain. Those that are common words ("to", "so", "la") are left out:
 * with `www.` or a path they need not be known.
 */
export const topLevels: ReadonlySet<string> = new Set(
  (
    'com org net edu gov mil int info biz name pro io dev app ai co tv online site shop store tech xyz blog cloud wiki ' +
    'news agency eu cat gal eus bzh wales scot arpa aero jobs mobi travel museum asia ' +
    'ad ae af ag ar at au az ba bd be bg bo br by bz ca cc ch cl cm cn cr cu cy cz de dk dz ec ee eg es et fi fm fr ge ' +
    'gg gh gl gr gt hk hn hr ht hu id ie il in iq ir is it jm jo jp ke kg kh kr kw kz lb li lk lt lu lv ly ma mc md me ' +
    'mg mk mm mn mt mx mz nc ng ni nl no np nu nz om pa pe pf pg ph pk pl pr ps pt py qa ro rs ru rw sa sc sd se sg si ' +
    'sk sm sn sv sy th tn tr tw tz ua ug uk us uy uz va ve vn ws ye za zm zw рф укр бг бел срб қаз 中国 香港 台灣'
  ).split(' '),
);

/** Endings of file names. Those that are common words are left out. */
export const fileExtensions: ReadonlySet<string> = new Set(
  (
    'pdf doc docx xls xlsx xlsm ppt pptx odt ods odp txt rtf csv tsv json jsonl yaml yml toml xml html htm xhtml css ' +
    'scss js mjs cjs ts mts tsx jsx vue svelte md mdx rst tex bib py rb php java kt cpp hpp sh bash zsh ps1 bat cmd exe ' +
    'msi dmg apk ipa deb rpm zip tar gz tgz bz2 xz 7z rar jar iso img png jpg jpeg gif svg webp avif bmp ico tif tiff ' +
    'psd mp3 mp4 m4a m4v wav ogg flac avi mov mkv webm srt vtt ttf otf woff woff2 sql db sqlite log ini cfg conf env ' +
    'lock properties plist po xliff xlf resx tmx tbx epub ipynb wasm bak tmp dll gradle htaccess gitignore dockerignore npmrc editorconfig bashrc'
  ).split(' '),
);

const lowerEnding = /^[\p{Ll}\p{Lo}\p{N}]+$/u;

/**
 * Whether `ending` is in `endings`, in small letters, or in capitals: those of a short one only where the
 * whole `name` has no others.
 */
export function isAmong(endings: ReadonlySet<string>, ending: string, name: string): boolean {
  if (lowerEnding.test(ending)) return endings.has(ending);
  const isSure = ending.length > 2 || name === name.toUpperCase();
  return isSure && ending === ending.toUpperCase() && endings.has(ending.toLowerCase());
}
