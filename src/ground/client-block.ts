/**
 * Returns the address block of one client: an IPv4 address, or the first 64 bits of an IPv6 address, because a client gets
 * all 2^64 (source: RFC 4291, section 2.5.4). An IPv4-mapped IPv6 address counts as its IPv4 address.
 * @param address as a socket reports it; anything else is returned unchanged
 */
export function clientBlock(address: string): string {
  if (!address.includes(':')) return address;
  const [plain = ''] = address.toLowerCase().split('%');
  const groups = groupsOf(plain);
  const [, , , , , fifth, high = 0, low = 0] = groups;
  if (fifth === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** Returns eight numbers; a dotted IPv4 end counts as two of them. */
function groupsOf(address: string): readonly number[] {
  const dotted = address.replace(/\d+\.\d+\.\d+\.\d+$/, (quad) => {
    const [a = 0, b = 0, c = 0, d = 0] = quad.split('.').map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [before = '', after] = dotted.split('::');
  const head = numbersOf(before);
  if (after === undefined) return head;
  const tail = numbersOf(after);
  return [...head, ...Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => 0), ...tail];
}

function numbersOf(part: string): readonly number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16) || 0);
}
