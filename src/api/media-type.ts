import { MIMEType } from 'node:util';
import { quoted } from './json-object.ts';

/** Returns why a Content-Type is not JSON in UTF-8, or undefined. Parameters other than the charset are ignored. */
export function contentTypeProblem(contentType: string | undefined): string | undefined {
  if (contentType === 'application/json') return undefined;
  const type = parse(contentType ?? '');
  if (type?.essence !== 'application/json') return 'The Content-Type must be application/json.';
  const charset = type.params.get('charset') ?? 'utf-8';
  if (isUtf8(charset)) return undefined;
  return `The charset ${quoted(charset)} is not accepted. Send the body in UTF-8.`;
}

function parse(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType);
  } catch {
    return undefined;
  }
}

/** Whether `label` names UTF-8, such as `utf8`. Source: WHATWG Encoding Standard, section 4.2. */
function isUtf8(label: string): boolean {
  try {
    return new TextDecoder(label).encoding === 'utf-8';
  } catch {
    return false;
  }
}
