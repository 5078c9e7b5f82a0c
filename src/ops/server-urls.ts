/** Returns a URL for each server of a libpq URL such as `postgres://role@a:5432,b/data`, which `URL` cannot parse. */
export function serverUrls(url: string): readonly string[] {
  const { before = '', hosts = '', after = '' } = parts.exec(url)?.groups ?? {};
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url];
}

const parts = /^(?<before>[a-z]+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<after>.*)$/s;
