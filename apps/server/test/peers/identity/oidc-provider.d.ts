/** What tests use of the package, which has no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  interface Settings {
    clients: { client_id: string; client_secret: string; redirect_uris: string[] }[]
    claims: Record<string, string[]>
    findAccount: (ctx: unknown, id: string) => { accountId: string; claims: () => Record<string, unknown> } | undefined
  }

  export default class Provider {
    constructor(issuer: string, settings: Settings)
    callback(): RequestListener
  }
}
