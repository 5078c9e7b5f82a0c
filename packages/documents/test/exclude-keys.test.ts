import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filterFor } from '../src/index.ts';
import { textsOf, unitsOf, written } from './round-trip.ts';

/** Files with the keys `menu.home.icon`, `menu.home.title` and `icon`, as their formats write them. */
const files: Readonly<Record<string, string>> = {
  'a.json': '{"menu": {"home": {"icon": "house", "title": "Home"}}, "icon": {"x": "cart"}, "iconic": "Famous"}',
  'a.yml': 'en:\n  menu:\n    home:\n      icon: house\n      title: Home\n  icon:\n    x: cart\n  iconic: Famous\n',
  'a.properties': 'menu.home.icon=house\nmenu.home.title=Home\nicon.x=cart\niconic=Famous\n',
  'a.strings': '"menu.home.icon" = "house";\n"menu.home.title" = "Home";\n"icon.x" = "cart";\n"iconic" = "Famous";\n',
  'values/a.xml':
    '<resources><string name="menu.home.icon">house</string><string name="menu.home.title">Home</string>' +
    '<string name="icon.x">cart</string><string name="iconic">Famous</string></resources>',
};

describe('excluded keys', () => {
  for (const [name, content] of Object.entries(files))
    test(`stay in ${name}, wherever they are, with what is below them`, async () => {
      const filter = filterFor(name, new TextEncoder().encode(content));
      const options = { excludeKeys: ['icon'] };
      const units = await unitsOf(filter, content, options);
      assert.deepEqual(textsOf(units), { 'menu.home.title': 'Home', iconic: 'Famous' });
      const result = await written(
        filter,
        content,
        { 'menu.home.title': 'Inicio', icon: 'x', 'icon.x': 'x' },
        'es',
        options,
      );
      const expected = content.replace('Home', 'Inicio').replace(/^en:/, 'es:');
      assert.equal(result, expected);
    });

  for (const [pattern, ids] of [
    ['menu.*.icon', ['menu.home.title', 'icon.x', 'iconic']],
    ['home', ['icon.x', 'iconic']],
    ['menu.icon', ['menu.home.icon', 'menu.home.title', 'icon.x', 'iconic']],
    ['icon.*', ['menu.home.icon', 'menu.home.title', 'iconic']],
    ['*', []],
  ] as const)
    test(`${pattern} is a part of a path`, async () => {
      const content = files['a.json'] ?? '';
      const filter = filterFor('a.json', new TextEncoder().encode(content));
      assert.deepEqual(Object.keys(textsOf(await unitsOf(filter, content, { excludeKeys: [pattern] }))), ids);
    });
});
