import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dominantScript } from '../src/scripts.ts';

const examples: Readonly<Record<string, string>> = {
  Latn: 'Größe, Łódź, İstanbul, Tiếng Việt',
  Cyrl: 'Здравствуйте, Ђорђе',
  Grek: 'Καλημέρα κόσμε',
  Armn: 'Բարեւ աշխարհ',
  Hebr: 'שלום עולם',
  Arab: 'مرحبا بالعالم',
  Deva: 'नमस्ते दुनिया',
  Beng: 'ওহে বিশ্ব',
  Guru: 'ਸਤ ਸ੍ਰੀ ਅਕਾਲ',
  Gujr: 'નમસ્તે દુનિયા',
  Orya: 'ନମସ୍କାର',
  Taml: 'வணக்கம் உலகம்',
  Telu: 'నమస్కారం',
  Knda: 'ನಮಸ್ಕಾರ',
  Mlym: 'നമസ്കാരം',
  Sinh: 'ආයුබෝවන්',
  Thai: 'สวัสดีชาวโลก',
  Laoo: 'ສະບາຍດີ',
  Mymr: 'မင်္ဂလာပါ',
  Geor: 'გამარჯობა',
  Ethi: 'ሰላም ልዑል',
  Khmr: 'សួស្តី',
  Kore: '안녕하세요 세계',
  Jpan: '東京は日本の首都です',
  Hans: '这是一个简单的句子',
  Hant: '這是一個簡單的句子',
  Hani: '你好',
};

for (const [script, text] of Object.entries(examples)) {
  test(`returns ${script}`, () => assert.equal(dominantScript(text), script));
}

test('returns the script of most letters, and counts a Chinese character as several', () => {
  assert.equal(dominantScript('Он сказал OK и ушёл'), 'Cyrl');
  assert.equal(dominantScript('He read Война и мир twice in one winter'), 'Latn');
  assert.equal(dominantScript('iPhone 的价格'), 'Hans');
});

test('returns undefined without a letter of a known script', () => {
  for (const text of ['', '123', '💬👍', '...', 'ᚠᚢᚦ']) assert.equal(dominantScript(text), undefined);
});
