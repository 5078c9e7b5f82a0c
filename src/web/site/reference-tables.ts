import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import type { Piece } from '../page.ts';
import { dataTable } from '../pieces.ts';
import type { ApiDocument } from './api-document.ts';

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
};

type Row = readonly [name: string, ...cells: readonly string[]];

/** Turns `quoted` words of a description into code; the rest is text. */
export function prose(text: string): readonly (Piece | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

export function referenceTable(caption: string, columns: readonly string[], rows: readonly Row[]): Piece {
  return dataTable(
    caption,
    columns.map((title) => ({ title })),
    rows.map(([name, ...cells]) => [html`<code>${name}</code>`, ...cells.map((cell) => html`${prose(cell)}`)]),
  );
}

/** The fields of a schema as a table. */
export function fieldTable(document: ApiDocument, caption: string, schema: unknown): Piece {
  const whole = resolve(document, schema as Schema);
  const described = whole.type === 'array' && whole.items ? resolve(document, whole.items) : whole;
  const rows = Object.entries(described.properties ?? {}).map(([name, field]): Row => {
    return [name, typeOf(document, field), field.description ?? ''];
  });
  return referenceTable(caption, ['Field', 'Type', 'Meaning'], rows);
}

function resolve(document: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? schema : (document.components?.schemas?.[name] ?? {});
}

function typeOf(document: ApiDocument, field: Schema): string {
  const { type, items, maxLength, minLength } = resolve(document, field);
  const types = [type ?? 'object'].flat().join(' or ');
  const list = items === undefined ? '' : ` of ${typeOf(document, items)}s`;
  const length =
    maxLength === undefined ? '' : `, ${formatCount(minLength ?? 0)} to ${formatCount(maxLength)} characters`;
  const standard = field.default === undefined ? '' : `, default \`${field.default}\``;
  return `${types}${list}${length}${standard}`;
}
