import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, without a slash at the end. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Returns the folders of the npm packages that are published beside the service. */
export const publishedFolders = () => ['sdk', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)];
