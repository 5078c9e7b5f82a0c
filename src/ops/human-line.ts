import { terminalText } from './terminal-text.ts';

/** Formats a JSON log line for a terminal: time of day in UTC, level, message, fields. */
export function humanLine(json: string): string {
  const { level, time, message, error, ...fields } = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const clock = String(time).slice('2026-01-01T'.length, -1);
  const facts = Object.entries(fields).map(([name, value]) => `${name}=${plain(value)}`);
  const head = [clock, String(level).toUpperCase().padEnd(5), String(message), ...facts].join(' ');
  return terminalText(error === undefined ? `${head}\n` : `${head}\n${errorLines(error)}`);
}

/** Returns readable values unchanged, others quoted, so that no value can control the terminal. */
function plain(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);
}

function errorLines(error: unknown): string {
  const { stack, cause, type, ...rest } = error as Readonly<Record<string, unknown>>;
  const frames = Array.isArray(stack) ? stack.map((frame) => `      at ${String(frame)}\n`) : [];
  const head = `    ${String(type)}${Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''}\n`;
  return head + frames.join('') + (cause === undefined ? '' : errorLines(cause));
}
