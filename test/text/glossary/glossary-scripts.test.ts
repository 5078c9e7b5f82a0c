import { describe } from 'node:test';
import { lightMorphology } from '../../support/light-morphology.ts';
import { type MarkedCase, testMarked } from './marked-cases.ts';

const capitals: readonly MarkedCase[] = [
  {
    title: 'sharp s',
    language: 'de',
    entries: ['Straße', 'Maß'],
    sentences: ['DIE [STRASSE], der [Strasse], [MAẞ], Masse.'],
  },
  {
    title: 'i with and without its point',
    language: 'tr',
    entries: ['ISI', 'İl'],
    sentences: ['[ısı], isi, [il], ıl, [İL]'],
  },
  { title: 'i with its point', language: 'en', entries: ['IT'], sentences: ['[it], İT, ıt'] },
  {
    title: 'sigma at the end',
    language: 'el',
    entries: ['οδός', 'ΛΟΓΟΣ'],
    sentences: ['Η [ΟΔΌΣ] και [λογος], οδοσφυρα'],
  },
  {
    title: 'Cyrillic',
    language: 'ru',
    entries: ['облако', 'Ёж'],
    sentences: ['[ОБЛАКО] и облаков, [ёж], еж, [е\u0308ж].'],
  },
  { title: 'Cherokee', language: 'chr', entries: ['ᎠᎳᎩ'], sentences: ['[ꭰꮃꭹ] [ᎠᎳᎩ]'] },
  { title: 'Georgian', language: 'ka', entries: ['სახლი'], sentences: ['[სახლი], [ᲡᲐᲮᲚᲘ], სახლით'] },
  { title: 'Armenian', language: 'hy', entries: ['Երևան'], sentences: ['[ԵՐԵՒԱՆ] [երևան]'] },
];

const withSpaces: readonly MarkedCase[] = [
  {
    title: 'Arabic words',
    language: 'ar',
    entries: ['شبكة عصبية'],
    sentences: ['هذه [شبكة عصبية] وشبكة', 'شبكةعصبية'],
  },
  {
    title: 'Hebrew acronyms',
    language: 'he',
    entries: ['צה"ל', 'בית'],
    sentences: ['[צה״ל] ובית הבית [בית].'],
  },
  { title: 'Devanagari vowel signs', language: 'hi', entries: ['कल', 'क़लम'], sentences: ['[कल] काल कलम, [क\u093Cलम]'] },
  { title: 'Tibetan syllables', language: 'bo', entries: ['བོད་ཡིག'], sentences: ['[བོད་ཡིག]་ནི་ བོད་ ཡིག'] },
  {
    title: 'Hangul with particles behind it',
    language: 'ko',
    entries: ['사과', '전문', 'API', '인공 지능', '서울'],
    sentences: [
      '[사과]를 사과나무 [사과]는, [사과]들이 풋사과 [사과].',
      '전문가의 [전문]을',
      '[API]를 API키 [API]',
      '[인공 지능]은 인공지능, ◁[사과]▷를',
      '[서울]로, 서울으로, [서울]에서는',
      '[사과]를'.normalize('NFD'),
    ],
  },
];

const withoutSpaces: readonly MarkedCase[] = [
  {
    title: 'Chinese words, not what two of them share',
    language: 'zh-Hans',
    entries: ['和服', '生命', '机器学习', '人工智能', '本', 'API', '机器'],
    sentences: ['产品和服务，穿[和服]', '研究[生命]起源', '[机器学习]和[机器]', '日本的[本]', '使用[API]接口'],
  },
  {
    title: 'Chinese across line wraps and tags, but not across a space',
    language: 'zh-Hans',
    entries: ['人工智能'],
    sentences: ['◁[人工⏎智◁能]▷▷的', '人工 智能', '人工▣智能'],
  },
  {
    title: 'Japanese words, in each of its scripts',
    language: 'ja',
    entries: ['京都', 'フォン', 'スマートフォン', '猫', 'システム', 'データ'],
    sentences: ['東京都と[京都]', '[スマートフォン]と[フォン]', '子猫と[猫]がいる', '[データ]の[システム]'],
  },
  {
    title: 'the longest of very many terms that begin alike',
    language: 'zh-Hans',
    entries: Array.from({ length: 60 }, (_, index) => '大'.repeat(index + 1)),
    sentences: [`[${'大'.repeat(60)}]`, `[${'大'.repeat(45)}]。[${'大'.repeat(50)}]`],
  },
  {
    title: 'the longest of Chinese terms',
    language: 'zh-Hant',
    entries: ['機器', '學習', '機器學習'],
    sentences: ['[機器學習]的[機器]'],
  },
  {
    title: 'Thai words, not parts of them',
    language: 'th',
    entries: ['กา', 'คอมพิวเตอร์', 'ดรากอแมน', 'ปัญญาประดิษฐ์'],
    sentences: ['การใช้[กา]', 'ใช้[คอมพิวเตอร์]ที่บ้าน', 'ใช้[ดรากอแมน]ของเรา', '[ปัญญา◁ประดิษฐ์]▷ในประเทศไทย'],
  },
  { title: 'Khmer words', language: 'km', entries: ['កុំព្យូទ័រ'], sentences: ['[កុំព្យូទ័រ]និងបណ្តាញ'] },
  { title: 'Lao words', language: 'lo', entries: ['ຄອມພິວເຕີ'], sentences: ['[ຄອມພິວເຕີ]ແລະເຄືອຂ່າຍ'] },
  { title: 'Burmese words', language: 'my', entries: ['ကွန်ပျူတာ', 'က'], sentences: ['[ကွန်ပျူတာ]နှင့်'] },
];

describe('entries in any capitals', () => testMarked(capitals, async () => lightMorphology));
describe('entries in other scripts with spaces', () => testMarked(withSpaces, async () => lightMorphology));
describe('entries in scripts without spaces', () => testMarked(withoutSpaces, async () => lightMorphology));
