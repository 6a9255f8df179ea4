/** The npm package oidc-provider with its default settings: a certified OpenID provider with its own pages. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface OpenIdPeer {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The people who can sign in, by the name that they type; each with claims. */
  readonly people: Map<string, Record<string, unknown>>
  /** Begins to answer, for a client at this address. */
  admit(redirectUri: string): void
  stop(): Promise<void>
}

export async function startOpenIdPeer(): Promise<OpenIdPeer> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const peer: OpenIdPeer = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'rushes',
    clientSecret: 'a secret & more',
    people: new Map(),
    admit(redirectUri) {
      const { clientId: client_id, clientSecret: client_secret } = peer
      const provider = new Provider(peer.issuer, {
        clients: [{ client_id, client_secret, redirect_uris: [redirectUri] }],
        claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
        findAccount: (_, id) => {
          const claims = peer.people.get(id)
          return claims && { accountId: id, claims: () => ({ sub: id, ...claims }) }
        },
      })
      server.on('request', provider.callback())
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return peer
}

/** A browser as far as signing on needs one: cookies for each address, redirects, forms. */
export function createBrowser() {
  const jar = new Map<string, Map<string, string>>()

  async function request(url: string, form?: URLSearchParams): Promise<Response> {
    const { host } = new URL(url)
    const cookies = jar.get(host) ?? new Map<string, string>()
    jar.set(host, cookies)
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  return {
    readCookie: (url: string, name: string) => jar.get(new URL(url).host)?.get(name),
    /**
     * Signs on from the first address to the last redirect that leads nowhere but to the service; the forms of the
     * provider are filled in with `name`. Gives the last address and the titles of the forms.
     */
    async signOn(start: string, home: string, name: string): Promise<{ location: string; forms: string[] }> {
      const forms: string[] = []
      let url = start
      let answer = await request(url)
      for (let step = 0; step < 20; step++) {
        const location = answer.headers.get('location')
        if (location !== null) {
          const isOver = url.startsWith(home) && url !== start
          url = new URL(location, url).href
          if (isOver) return { location: url, forms }
          answer = await request(url)
          continue
        }
        const page = await answer.text()
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
        const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
        if (prompt === undefined || action === undefined) throw new Error(`${url} answered ${answer.status}: ${page}`)
        forms.push(prompt)
        url = new URL(action, url).href
        answer = await request(url, new URLSearchParams({ prompt, login: name, password: 'any' }))
      }
      throw new Error(`the sign-on does not end: ${url}`)
    },
  }
}
