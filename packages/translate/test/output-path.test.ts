import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageOfPath, outputPath } from '../src/output-path.ts';
import { UsageError } from '../src/usage-error.ts';

/** Paths of real projects, with the language that they name, and their translation into a language. */
const paths: readonly (readonly [path: string, language: string | undefined, to: string, output: string])[] = [
  // Rails
  ['config/locales/en.yml', 'en', 'pt-BR', 'config/locales/pt-BR.yml'],
  ['config/locales/devise.en.yml', 'en', 'es', 'config/locales/devise.es.yml'],
  ['config/locales/views/en/users.yml', 'en', 'es', 'config/locales/views/es/users.yml'],
  // i18next, next-intl, vue-i18n
  ['public/locales/en/translation.json', 'en', 'es', 'public/locales/es/translation.json'],
  ['public/locales/en-US/common.json', 'en-US', 'zh-Hant', 'public/locales/zh-Hant/common.json'],
  ['src/i18n/locales/en_US/app.json', 'en-US', 'pt-BR', 'src/i18n/locales/pt_BR/app.json'],
  ['messages/en.json', 'en', 'fil', 'messages/fil.json'],
  ['src/lang/fil.json', 'fil', 'en', 'src/lang/en.json'],
  ['lang/zh-cn.json', 'zh-CN', 'pt-BR', 'lang/pt-br.json'],
  ['en.json', 'en', 'es', 'es.json'],
  ['locales/en/en.json', 'en', 'es', 'locales/es/es.json'],
  ['locales/en/no.json', 'en', 'es', 'locales/es/no.json'],
  ['locales/src/en.json', 'en', 'es', 'locales/src/es.json'],
  // Browser extensions
  ['_locales/en/messages.json', 'en', 'pt-BR', '_locales/pt_BR/messages.json'],
  // Android
  ['app/src/main/res/values/strings.xml', undefined, 'es', 'app/src/main/res/values-es/strings.xml'],
  ['res/values/strings.xml', undefined, 'pt-BR', 'res/values-pt-rBR/strings.xml'],
  ['res/values-es/strings.xml', 'es', 'sr-Latn', 'res/values-b+sr+Latn/strings.xml'],
  ['res/values-pt-rBR/strings.xml', 'pt-BR', 'es-419', 'res/values-b+es+419/strings.xml'],
  ['res/values-b+sr+Latn/strings.xml', 'sr-Latn', 'en', 'res/values-en/strings.xml'],
  ['res/values-iw/strings.xml', 'he', 'en', 'res/values-en/strings.xml'],
  ['res/values-night/strings.xml', undefined, 'es', 'res/values-night/strings.es.xml'],
  ['res/values-car/strings.xml', undefined, 'es', 'res/values-car/strings.es.xml'],
  ['charts/values/app.yaml', undefined, 'es', 'charts/values/app.es.yaml'],
  // iOS
  ['App/en.lproj/Localizable.strings', 'en', 'zh-Hans', 'App/zh-Hans.lproj/Localizable.strings'],
  ['App/Base.lproj/Main.strings', undefined, 'pt-BR', 'App/pt-BR.lproj/Main.strings'],
  ['App/Localizable.xcstrings', undefined, 'es', 'App/Localizable.es.xcstrings'],
  // Flutter
  ['lib/l10n/app_en.arb', 'en', 'pt-BR', 'lib/l10n/app_pt_BR.arb'],
  ['lib/l10n/my_app_en.arb', 'en', 'es', 'lib/l10n/my_app_es.arb'],
  // Django, gettext
  ['locale/en/LC_MESSAGES/django.po', 'en', 'pt-BR', 'locale/pt_BR/LC_MESSAGES/django.po'],
  ['conf/en_US/LC_MESSAGES/app.po', 'en-US', 'es', 'conf/es/LC_MESSAGES/app.po'],
  ['po/messages.pot', undefined, 'es', 'po/messages.es.po'],
  ['po/en.po', 'en', 'sr-Latn', 'po/sr_Latn.po'],
  // Java
  ['src/main/resources/messages.properties', undefined, 'es', 'src/main/resources/messages_es.properties'],
  ['src/main/resources/messages_en.properties', 'en', 'pt-BR', 'src/main/resources/messages_pt_BR.properties'],
  ['sign_in_en_US.properties', 'en-US', 'es', 'sign_in_es.properties'],
  // Angular
  ['src/locale/messages.xlf', undefined, 'fr', 'src/locale/messages.fr.xlf'],
  ['src/locale/messages.en-GB.xlf', 'en-GB', 'fr-CA', 'src/locale/messages.fr-CA.xlf'],
  // Hugo, Docusaurus, GitHub
  ['content/posts/hello.md', undefined, 'es', 'content/posts/hello.es.md'],
  ['content/posts/hello.en.md', 'en', 'es', 'content/posts/hello.es.md'],
  [
    'i18n/fr/docusaurus-plugin-content-docs/current/intro.md',
    'fr',
    'es',
    'i18n/es/docusaurus-plugin-content-docs/current/intro.md',
  ],
  ['README.md', undefined, 'pt-BR', 'README.pt-BR.md'],
  ['README.zh-cn.md', 'zh-CN', 'es', 'README.es.md'],
  ['LICENSE', undefined, 'es', 'LICENSE.es'],
  // Words that are no languages
  ['src/ui/db.json', undefined, 'es', 'src/ui/db.es.json'],
  ['docs/how_to.md', undefined, 'es', 'docs/how_to.es.md'],
  ['docs/to-do.md', undefined, 'es', 'docs/to-do.es.md'],
  ['docs/git.man.md', undefined, 'es', 'docs/git.man.es.md'],
  ['docs/IT.md', undefined, 'es', 'docs/IT.es.md'],
  ['it/locales.json', undefined, 'es', 'it/locales.es.json'],
  ['user_id.csv', undefined, 'es', 'user_id.es.csv'],
];

describe('paths', () => {
  for (const [path, language, to, output] of paths) {
    it(`${path} names ${language ?? 'no language'}, and ${output} is its translation`, () => {
      assert.equal(languageOfPath(path), language);
      assert.equal(outputPath({ path, from: undefined, to }), output);
      assert.equal(outputPath({ path, from: language, to }), output);
    });
  }

  it('keep a language that is not the source', () => {
    assert.equal(outputPath({ path: 'locales/en/it.json', from: 'it', to: 'es' }), 'locales/en/es.json');
    assert.equal(outputPath({ path: 'docs/it.md', from: 'en', to: 'es' }), 'docs/it.es.md');
    assert.equal(outputPath({ path: 'locales/en-US.json', from: 'en', to: 'es' }), 'locales/es.json');
    assert.equal(outputPath({ path: 'locales/en-US.json', from: 'en-GB', to: 'es' }), 'locales/en-US.es.json');
  });
});

describe('output patterns', () => {
  const patterns: readonly (readonly [pattern: string, path: string, output: string])[] = [
    ['i18n/{lang}/{path}', 'docs/a.md', 'i18n/pt-BR/docs/a.md'],
    ['{dir}/{stem}.{lang_}.{ext}', 'docs/a.b.md', 'docs/a.b.pt_BR.md'],
    ['{dir}/{stem}.{lang_}.{ext}', 'a.md', 'a.pt_BR.md'],
    ['./{lang}/{dir}/{name}', 'a.md', 'pt-BR/a.md'],
    ['{lang}/{below}', 'docs/a.md', 'pt-BR/a.md'],
    ['{dir}/{stem}.{lang}.{ext}', 'LICENSE', 'LICENSE.pt-BR'],
    ['res/values-{android}/{name}', 'x/strings.xml', 'res/values-pt-rBR/strings.xml'],
    ['../out/{lang}/{name}', 'a.md', '../out/pt-BR/a.md'],
    ['{name}', 'x/{lang}.md', '{lang}.md'],
  ];
  for (const [pattern, path, output] of patterns) {
    it(`${pattern} of ${path} is ${output}`, () => {
      assert.equal(outputPath({ path, from: 'en', to: 'pt-BR', pattern }), output);
    });
  }

  it('have known placeholders only', () => {
    const fill = () => outputPath({ path: 'a.md', from: 'en', to: 'es', pattern: '{locale}/{name}' });
    assert.throws(fill, (error) => error instanceof UsageError && /\{locale\}.*\{lang\} \{lang_\}/.test(error.message));
  });
});
