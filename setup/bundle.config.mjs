/**
 * What `npm run build` adds to `dist`: the program and its npm packages in a few files, because Node needs a second more to
 * load the 2,000 modules one by one. Threads, and the packages that read files beside themselves, stay modules.
 */
import { join, relative } from 'node:path';
import { root } from './project.mjs';

const dist = join(root, 'dist');
const folder = join(dist, 'bundle');

/** A module that reads files beside itself finds them where it was compiled to. */
const locations = {
  name: 'locations',
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (!code.includes('import.meta.url') || !/^(src|packages)\//.test(relative(dist, id))) return null;
    const location = JSON.stringify(relative(folder, id));
    return { code: code.replaceAll('import.meta.url', `new URL(${location}, import.meta.url).href`) };
  },
};

/** @type {import('rolldown').RolldownOptions} */
const options = {
  cwd: dist,
  input: { operate: join(dist, 'src', 'operate.js') },
  platform: 'node',
  external: ['fontkit', 'pdfkit', 'pg-native'],
  plugins: [locations],
  output: { dir: folder, format: 'esm', comments: false },
};

export default options;
