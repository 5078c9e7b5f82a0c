import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { xcstrings } from '../src/formats/xcstrings.ts';
import { describeFilter } from './filter-contract.ts';
import { unitsOf, written } from './round-trip.ts';

const catalogue = `{
  "sourceLanguage" : "en",
  "strings" : {
    "" : {

    },
    "%lld days" : {
      "localizations" : {
        "en" : {
          "variations" : {
            "plural" : {
              "one" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld day"
                }
              },
              "other" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld days"
                }
              }
            }
          }
        }
      }
    },
    "Hidden" : {
      "shouldTranslate" : false
    },
    "Old" : {
      "extractionState" : "stale"
    },
    "Say \\"hi\\"\\n" : {
      "comment" : "A greeting"
    },
    "greeting" : {
      "extractionState" : "manual",
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Hallo"
          }
        },
        "en" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Hello"
          }
        },
        "fr" : {
          "stringUnit" : {
            "state" : "new",
            "value" : ""
          }
        }
      }
    },
    "tap" : {
      "localizations" : {
        "en" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "%#@files@ found"
          },
          "substitutions" : {
            "files" : {
              "argNum" : 1,
              "formatSpecifier" : "lld",
              "variations" : {
                "plural" : {
                  "other" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%arg files"
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    "verb" : {
      "localizations" : {
        "en" : {
          "variations" : {
            "device" : {
              "iphone" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "Tap"
                }
              },
              "other" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "Click"
                }
              }
            }
          }
        }
      }
    }
  },
  "version" : "1.0"
}`;
const texts = ['%lld day', '%lld days', 'Say "hi"', 'Hello', '%#@files@ found', '%arg files', 'Tap', 'Click'];

const deep = (levels: number): unknown =>
  levels === 0 ? { stringUnit: { state: 'new', value: 'x' } } : { variations: { plural: { other: deep(levels - 1) } } };

describeFilter(
  xcstrings,
  ['de', 'fr', 'pl'].map((targetLang) => ({
    title: `for ${targetLang}`,
    content: catalogue,
    options: { targetLang },
    texts,
    isBilingual: true,
  })),
  [
    { title: 'other JSON', content: '{\n}', code: 'wrong_format' as const },
    { title: 'a cut file', content: catalogue.slice(0, 100), code: 'damaged' as const, line: 8 },
  ],
);

describe('a string catalogue', () => {
  const translate = async (target: string, translations: Readonly<Record<string, string>>): Promise<string> =>
    written(xcstrings, catalogue, translations, target, { targetLang: target });

  test('names units by their keys and says what it has', async () => {
    const units = await unitsOf(xcstrings, catalogue, { targetLang: 'de' });
    assert.deepEqual(
      units.map(({ id }) => id),
      [
        '%lld days.plural.one',
        '%lld days.plural.other',
        'Say "hi"\n',
        'greeting',
        'tap',
        'tap.files.plural.other',
        'verb.device.iphone',
        'verb.device.other',
      ],
    );
    assert.equal(units[2]?.context, 'A greeting');
    assert.equal(units[3]?.target, 'Hallo');
  });

  test('gets a language in the order of Xcode, with its own plural forms', async () => {
    const polish = await translate('pl', {
      '%lld days.plural.one': '%lld dzień',
      '%lld days.plural.other': '%lld dni',
      greeting: 'Cześć "ty"',
    });
    const form = (name: string, value: string): string => `              "${name}" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "${value}"
                }
              }`;
    assert.ok(
      polish.includes(`        },
        "pl" : {
          "variations" : {
            "plural" : {
${form('few', '%lld dni')},
${form('many', '%lld dni')},
${form('one', '%lld dzień')},
${form('other', '%lld dni')}
            }
          }
        }
      }
    },
`),
    );
    assert.ok(
      polish.includes(`        },
        "pl" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Cześć \\"ty\\""
          }
        }
      }
`),
    );
  });

  test('gets a localization where it has none, before later languages', async () => {
    const source =
      '{"sourceLanguage":"en","strings":{"a":{"comment":"c","shouldTranslate":true},"b":{}},"version":"1.0"}';
    const ours = await written(xcstrings, source, { a: 'x', b: 'y' }, 'de', { targetLang: 'de' });
    const unit = (value: string) => ({ localizations: { de: { stringUnit: { state: 'translated', value } } } });
    assert.deepEqual(JSON.parse(ours), {
      sourceLanguage: 'en',
      strings: { a: { comment: 'c', ...unit('x'), shouldTranslate: true }, b: unit('y') },
      version: '1.0',
    });
    const danish = await translate('da', { greeting: 'Hej' });
    assert.ok(danish.indexOf('"da"') < danish.indexOf('"de"'));
  });

  test('fills what is new and leaves what is translated', async () => {
    assert.equal(
      await translate('fr', { greeting: 'Salut' }),
      catalogue.replace('"new",\n            "value" : ""', '"translated",\n            "value" : "Salut"'),
    );
    assert.equal(await translate('de', { greeting: 'Servus' }), catalogue);
  });

  test('marks as new what has no translation beside what has', async () => {
    const spanish = JSON.parse(await translate('es', { 'verb.device.iphone': 'Toca', tap: '%#@files@ vistos' }));
    assert.deepEqual(spanish.strings.verb.localizations.es, {
      variations: {
        device: {
          iphone: { stringUnit: { state: 'translated', value: 'Toca' } },
          other: { stringUnit: { state: 'new', value: 'Click' } },
        },
      },
    });
    const { files } = spanish.strings.tap.localizations.es.substitutions;
    assert.deepEqual([files.argNum, files.formatSpecifier], [1, 'lld']);
    assert.deepEqual(Object.keys(files.variations.plural), ['many', 'one', 'other']);
    assert.equal(spanish.strings['%lld days'].localizations.es, undefined);
  });

  test('with forms inside forms does not grow with their power', async () => {
    const strings = { a: { localizations: { en: deep(30) } } };
    const content = JSON.stringify({ sourceLanguage: 'en', strings });
    const [unit] = await unitsOf(xcstrings, content);
    const ours = await written(xcstrings, content, { [unit?.id ?? '']: 'y' }, 'ar');
    assert.ok(ours.length < 1_000_000);
  });
});
