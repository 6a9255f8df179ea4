/**
 * The one table of errors: name, HTTP status and the number that goes into `errorNumber`.
 * Numbers are ours (the interface leaves their meaning open) and never change once released.
 */
export const errorTable = {
  BadRequestError: { status: 400, number: 4000 },
  UnauthorizedError: { status: 401, number: 4010 },
  QuotaExceededError: { status: 402, number: 4020 },
  ForbiddenError: { status: 403, number: 4030 },
  AccountLockedError: { status: 403, number: 4031 },
  NotFoundError: { status: 404, number: 4040 },
  MethodNotAllowedError: { status: 405, number: 4050 },
  NotAcceptableError: { status: 406, number: 4060 },
  RequestTimeoutError: { status: 408, number: 4080 },
  ConflictError: { status: 409, number: 4090 },
  GoneError: { status: 410, number: 4100 },
  UploadIncompleteError: { status: 412, number: 4120 },
  PreconditionFailedError: { status: 412, number: 4121 },
  PayloadTooLargeError: { status: 413, number: 4130 },
  UnsupportedMediaTypeError: { status: 415, number: 4150 },
  RangeNotSatisfiableError: { status: 416, number: 4160 },
  ValidationError: { status: 422, number: 4220 },
  TooManyRequestsError: { status: 429, number: 4290 },
  HeadersTooLargeError: { status: 431, number: 4310 },
  InternalError: { status: 500, number: 5000 },
  UnavailableError: { status: 503, number: 5030 },
  StorageFullError: { status: 507, number: 5070 },
} as const

/** The name of an error, as in `type` of the error body. */
export type ErrorName = keyof typeof errorTable

/** One fault of a request: the JSON Pointer (or parameter name) that is wrong, and why. */
export interface Fault {
  path: string
  message: string
}

/** What a refusal answers. */
export interface ErrorBody {
  type: ErrorName
  /** The HTTP status. */
  code: number
  errorNumber: number
  message: string
  /** Null, or the detail. */
  data: unknown
}

/** The call that a client made, and the answer that refused it. */
export interface RefusedCall {
  readonly method: string
  /** With its parameters, without the query. */
  readonly path: string
  /** Of the answer, which a proxy may have given. */
  readonly status: number
  readonly headers: Headers
}

/** The error of the service, thrown by use cases, written by the server and rebuilt by the client. */
export class ServiceError extends Error {
  readonly type: ErrorName
  readonly data: unknown
  /** The call that was refused; only in a client. */
  readonly call: RefusedCall | undefined

  constructor(type: ErrorName, message: string, data: unknown = null, call?: RefusedCall) {
    super(message)
    this.name = type
    this.type = type
    this.data = data
    this.call = call
  }

  get status(): number {
    return this.call?.status ?? errorTable[this.type].status
  }

  /** Of the refused call; only in a client. */
  get method(): string | undefined {
    return this.call?.method
  }

  /** Of the refused call, without its query; only in a client. */
  get path(): string | undefined {
    return this.call?.path
  }

  /** Of the refusing answer, such as `Retry-After`; only in a client. */
  get headers(): Headers | undefined {
    return this.call?.headers
  }

  /** What the log of the service calls the request; only in a client. */
  get requestId(): string | undefined {
    return this.call?.headers.get('x-request-id') ?? undefined
  }

  /** The body of the interface: `type`, `code`, `errorNumber`, `message`, `data`. */
  toBody(): ErrorBody {
    const { status, number } = errorTable[this.type]
    return { type: this.type, code: status, errorNumber: number, message: this.message, data: this.data }
  }
}

/** A resource that does not exist, or that the caller may not know of. */
export function notFound(what: string, id: number | string): ServiceError {
  return new ServiceError('NotFoundError', `${what} ${id} does not exist`)
}

/** A known caller without the named right. */
export function missingRight(right: string): ServiceError {
  return new ServiceError('ForbiddenError', `This needs the right ${right}`, { right })
}

/** An API token where only a person's own login will do. */
export function missingPerson(): ServiceError {
  return missingRight('to be signed in, without an API token')
}

/** A stale `version`: the answer carries the stored one (http-25). */
export function staleVersion(what: string, id: number, stored: number): ServiceError {
  return new ServiceError('ConflictError', `${what} ${id} has been changed; its version is ${stored}`, {
    version: stored,
  })
}

const staleTypes: ReadonlySet<ErrorName> = new Set(['ConflictError', 'PreconditionFailedError'])

/** The stored version that the refusal of a stale one tells, of one in the body or in `If-Match`; nothing for other errors. */
export function readStaleVersion(error: unknown): number | undefined {
  if (!(error instanceof ServiceError) || !staleTypes.has(error.type)) return undefined
  const version = (error.data as { version?: unknown } | null)?.version
  return typeof version === 'number' ? version : undefined
}

/** A broken rule, with the path of the value that breaks it. */
export function brokenRule(path: string, message: string): ServiceError {
  return new ServiceError('ValidationError', `${path}: ${message}`, [{ path, message }] satisfies Fault[])
}

/** A request of the wrong shape. */
export function malformed(path: string, message: string): ServiceError {
  return new ServiceError('BadRequestError', `${path}: ${message}`, [{ path, message }] satisfies Fault[])
}

/** Whether a parsed body is the error body of the interface, so that a client can rebuild the error. */
export function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'type' in value && Object.hasOwn(errorTable, String(value.type))
}
