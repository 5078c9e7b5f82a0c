import type { Shape, ShapeEndpoint } from './shape.ts';

/** The endpoints at an address; none for an unknown address of a shape. */
export type ShapePlace = {
  readonly shape: Shape;
  readonly endpoints: readonly ShapeEndpoint[];
  /** Parameters of the path, as sent: ids have no character that must be escaped. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
};

type Found = Omit<ShapePlace, 'query'>;

const belowPrefix = /^\/compat\/([a-z]+)(\/.*)?$/;

/** Returns a function that finds the place of a request target: at the root, or below the prefix of a shape. */
export function placesOf(shapes: readonly Shape[]): (target: string) => ShapePlace | undefined {
  const finders = shapes.map((shape) => ({ shape, find: finderOf(shape) }));
  return (target) => {
    const at = target.indexOf('?');
    const path = plainPath(at < 0 ? target : target.slice(0, at));
    const query = () => new URLSearchParams(at < 0 ? '' : target.slice(at + 1));
    const [, name, rest = '/'] = belowPrefix.exec(path) ?? [];
    const named = finders.find(({ shape }) => shape.name === name);
    if (named) return { ...(named.find(rest) ?? { shape: named.shape, endpoints: [], path: {} }), query: query() };
    // Python's urljoin replaces the last part of an address that does not end with a slash.
    const own = path.replace(/^\/compat(?=\/)/, '');
    const found = finders.flatMap(({ shape, find }) => find(own) ?? unknownOf(shape, own) ?? []);
    if (found.length === 0) return undefined;
    const parameters = query();
    const isNamed = ({ shape: { rootParameter } }: Found) =>
      rootParameter !== undefined && parameters.has(rootParameter);
    const chosen = found.find(isNamed) ?? found.find(({ shape }) => shape.rootParameter === undefined) ?? found[0];
    return chosen && { ...chosen, query: parameters };
  };
}

/** Without empty parts and a slash at the end, which clients add when they join an address and a path. */
function plainPath(path: string): string {
  return path.includes('//') || path.endsWith('/') ? `/${path.split('/').filter(Boolean).join('/')}` : path;
}

function unknownOf(shape: Shape, path: string): Found | undefined {
  return shape.rootPrefixes?.some((prefix) => `${path}/`.startsWith(prefix))
    ? { shape, endpoints: [], path: {} }
    : undefined;
}

function finderOf(shape: Shape): (path: string) => Found | undefined {
  const byPath = Map.groupBy(shape.endpoints, ({ path }) => path as string);
  const patterns = [...byPath.keys()]
    .filter((path) => path.includes('{'))
    .map((path) => [new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`), byPath.get(path) ?? []] as const);
  return (path) => {
    const endpoints = byPath.get(path);
    if (endpoints !== undefined) return { shape, endpoints, path: {} };
    for (const [pattern, others] of patterns) {
      const { groups } = pattern.exec(path) ?? {};
      if (groups !== undefined) return { shape, endpoints: others, path: { ...groups } };
    }
    return undefined;
  };
}
