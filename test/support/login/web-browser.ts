/** A response, redirects not followed. */
export interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

/** HTTP client that stores cookies by origin and can follow redirects. */
export class WebBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Cookies of an origin, by name; mutable. */
  cookies(origin: string): Map<string, string> {
    const known = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, known);
    return known;
  }

  /** Requests a page without following redirects. */
  async get(url: string): Promise<Page> {
    const { origin } = new URL(url);
    const jar = this.cookies(origin);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return { status: response.status, url, headers: response.headers, text: await response.text() };
  }

  /** Requests a page and follows up to 20 redirects, until there is none or `stopAt` matches the next URL. */
  async visit(url: string, stopAt: (url: string) => boolean = () => false): Promise<Page> {
    let page = await this.get(url);
    for (let i = 0; i < 20; i++) {
      const location = page.headers.get('location');
      if (location === null) return page;
      const next = new URL(location, page.url).href;
      if (stopAt(next)) return { ...page, url: next };
      page = await this.get(next);
    }
    throw new Error(`${url} redirects without an end`);
  }
}
