import { spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const setupFolder = fileURLToPath(new URL('../../setup', import.meta.url));

/** The output of a script and its exit status. */
type Ended = { readonly status: number | null; readonly signal: NodeJS.Signals | null; readonly output: string };

/** A running script. `sees` resolves once `text` has been printed, and rejects if the script ends without it. */
type Running = {
  readonly ended: Promise<Ended>;
  readonly sees: (text: string) => Promise<void>;
  readonly kill: (signal: NodeJS.Signals) => void;
};

export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** The user that the script detects; not root by default. */
  readonly root?: boolean;
  /** The version of Node that the script detects. */
  readonly nodeVersion?: string;
  /** The system and processor that the script detects, as in `darwin-arm64`. */
  readonly platform?: string;
  /** Starting a program takes the script a second, as on a busy machine. */
  readonly slowSpawn?: boolean;
};

/**
 * A copy of the set-up in a separate folder, with only fakes on PATH for the programs that would change
 * the machine. Each writes its call into `calls`.
 */
export type BareMachine = Disposable & {
  readonly folder: string;
  readonly start: (script: string, options?: RunOptions) => Running;
  readonly run: (script: string, options?: RunOptions) => Promise<Ended>;
  /** Replaces a program by a shell script; `undefined` removes it from the machine. */
  readonly program: (name: string, script: string | undefined) => void;
  /** Marks Debian packages as installed. */
  readonly installed: (...packages: string[]) => void;
  /** The calls so far, one line each. */
  readonly calls: () => readonly string[];
};

const programs: Readonly<Record<string, string>> = {
  npm: `
    [ "$1" = ping ] && exit 0
    for package in hono knip; do
      mkdir -p "node_modules/$package" && echo '{}' > "node_modules/$package/package.json"
    done
    cp package-lock.json node_modules/.package-lock.json`,
  'dpkg-query': `
    for name in "$@"; do grep -qx "$name" "$MACHINE/installed" && echo "$name installed"; done
    true`,
  'apt-get': `
    case "$*" in
      *install*) for name in "$@"; do echo "$name" >> "$MACHINE/installed"; done ;;
    esac`,
  'apt-cache': `for name in "$@"; do grep -qx "$name" "$MACHINE/known" && echo "Package: $name"; done`,
  sudo: `
    [ "$2" = true ] && exit 0
    shift
    exec "$@"`,
  timeout: `
    shift
    exec "$@"`,
  env: `
    while case "$1" in *=*) true ;; *) false ;; esac; do export "$1"; shift; done
    exec "$@"`,
};

// Fakes for programs that only create files; the real ones would write below /etc.
const recorders = ['mkdir', 'cp', 'ln'];

/** The content of `package-lock.json` on a bare machine. */
export const lock = {
  lockfileVersion: 3,
  packages: {
    '': { name: 'dragoman' },
    'node_modules/hono': { version: '1.0.0' },
    'node_modules/knip': { version: '1.0.0', dev: true },
    'node_modules/knip-elsewhere': { version: '1.0.0', dev: true, optional: true, os: ['other'], cpu: ['other'] },
  },
};

export function bareMachine(): BareMachine {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-bare-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  mkdirSync(join(folder, 'src'));
  cpSync(setupFolder, join(folder, 'setup'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(folder, 'src', 'serve.ts'), `console.log('serving', process.env.DRAGOMAN_DEMO);`);
  writeFileSync(join(folder, 'setup', 'run-tests.mjs'), `console.log('checking');`);
  writeFileSync(join(folder, 'installed'), '');
  writeFileSync(join(folder, 'known'), readdirSync(setupFolder).flatMap(listedPackages).join('\n'));
  const callsFile = join(folder, 'calls');

  const program = (name: string, script: string | undefined) => {
    const file = join(bin, name);
    rmSync(file, { force: true });
    if (script === undefined) return;
    // The machine's own programs stay reachable from inside a fake, never from the script under test.
    const text = `#!/bin/sh\nprintf '%s\\n' "${name} $*" >> "${callsFile}"\nPATH_OUTSIDE=$PATH\nPATH=/usr/bin:/bin\n${script}\n`;
    writeFileSync(file, text.replaceAll('exec "$@"', 'PATH=$PATH_OUTSIDE exec "$@"'), { mode: 0o755 });
  };
  for (const [name, script] of Object.entries(programs)) program(name, script);
  for (const name of recorders) program(name, '');

  const start = (script: string, options: RunOptions = {}): Running => {
    const child = spawn(process.execPath, ['--import', preload(options), join(folder, 'setup', script)], {
      env: { PATH: bin, MACHINE: folder, TMPDIR: folder, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const waiting = new Map<string, () => void>();
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      for (const [text, tell] of waiting) if (output.includes(text)) tell();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const ended = new Promise<Ended>((resolve) => {
      child.once('close', (status, signal) => resolve({ status, signal, output }));
    });
    const sees = (text: string) =>
      new Promise<void>((resolve, reject) => {
        waiting.set(text, resolve);
        if (output.includes(text)) resolve();
        void ended.then(() => reject(new Error(`${script} ended without "${text}": ${output}`)));
      });
    return { ended, sees, kill: (signal) => child.kill(signal) };
  };

  return {
    folder,
    start,
    run: (script, options) => start(script, options).ended,
    program,
    installed: (...packages) => appendFileSync(join(folder, 'installed'), packages.map((name) => `${name}\n`).join('')),
    calls: () => (existsSync(callsFile) ? readFileSync(callsFile, 'utf8').trim().split('\n') : []),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** Returns the Debian packages that a file beside the set-up scripts lists; none for other files. */
export function listedPackages(file: string): readonly string[] {
  if (!file.endsWith('-packages.json')) return [];
  const listed = JSON.parse(readFileSync(join(setupFolder, file), 'utf8')) as string[];
  return listed.map((choice) => choice.replace(/ \|.*/, ''));
}

/** Makes the script detect another user, an older Node or a busy machine. */
function preload({ root = false, nodeVersion, platform, slowSpawn = false }: RunOptions): string {
  const [system, processor] = platform?.split('-') ?? [process.platform, process.arch];
  const pretend = [
    `process.getuid = () => ${root ? 0 : 1000};`,
    `Object.defineProperties(process, { platform: { value: '${system}' }, arch: { value: '${processor}' } });`,
    nodeVersion === undefined
      ? ''
      : `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${nodeVersion}' } });`,
    slowSpawn
      ? `import childProcess from 'node:child_process';
        import { syncBuiltinESMExports } from 'node:module';
        const { spawn } = childProcess;
        childProcess.spawn = (...call) => {
          const child = spawn(...call);
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
          return child;
        };
        syncBuiltinESMExports();`
      : '',
  ];
  return `data:text/javascript,${encodeURIComponent(pretend.join('\n'))}`;
}
