/** The web side of the service: the only code, beside the modules' routes, that knows the web framework. */

export { toContentDisposition } from './answers/content-disposition.ts'
export { toEntityTag } from './answers/entity-tags.ts'
export { type EventWriter, toEventStream, toStream, toWrittenEventStream, waiting } from './answers/event-stream.ts'
export { negotiate } from './answers/negotiate.ts'
export { RawReply } from './answers/raw-reply.ts'
export { assertDepth, decode } from './bodies/parse-json.ts'
export { closeServer } from './connections/close-server.ts'
export { toWatched, watchAllowed } from './connections/watched.ts'
export { type Credentials, sessionCookie } from './credentials.ts'
export { type Api, type Authorize, type Exchange, implement } from './implement.ts'
export { toNetwork } from './limits/caller-address.ts'
export { createHttpServer } from './server.ts'
