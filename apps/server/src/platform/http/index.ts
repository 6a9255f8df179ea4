/** The web side of the service: the only code, beside the rooms' routes, that knows the web framework. */
export { type Credentials, sessionCookie } from './credentials.ts'
export { toEntityTag } from './entity-tags.ts'
export { type Api, type Authorize, type Exchange, implement } from './implement.ts'
export { RawReply } from './raw-reply.ts'
export { createHttpServer } from './server.ts'
