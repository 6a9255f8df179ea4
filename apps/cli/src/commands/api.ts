import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { isErrorBody } from '@rushes/contract'
import type { Call } from '../command.ts'
import { CommandError, toFailure } from '../errors/errors.ts'
import { openClient } from '../service/session.ts'
import { writeAnswer } from '../terminal/outputs.ts'

interface ApiOptions {
  readonly data?: string
  readonly output?: string
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Calls any address of the service as the signed-in user, and writes what it answers. */
export async function run(call: Call<ApiOptions, readonly [method: string, path: string]>): Promise<void> {
  const { args, options, signal, terminal } = call
  const [word, path] = args
  const method = word.toUpperCase()
  if (!methods.includes(method)) throw new CommandError('usage', `${word} is none of ${methods.join(', ')}`)
  if (!path.startsWith('/')) {
    throw new CommandError(
      'usage',
      `${path} is no path of the service`,
      'Like /authentication/user or /production/3/mo?limit=5',
    )
  }
  const body = options.data === undefined ? undefined : await readData(options.data, call)
  const api = await openClient(call)
  const response = await fetch(api.options.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${api.options.token}`,
      ...(body !== undefined && { 'content-type': toContentType(method, body) }),
    },
    ...(body !== undefined && { body }),
    signal,
  })
  if (!response.ok) throw await toRefusal(response)
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!isJson || options.output !== undefined) return writeAnswer(call, response, options.output)
  await terminal.write(`${JSON.stringify(await response.json(), undefined, 2)}\n`)
}

/** `-` is the standard input, `@file` a file, anything else the body itself. */
async function readData(data: string, { stdin }: Pick<Call, 'stdin'>): Promise<string> {
  if (data === '-') return (await buffer(stdin)).toString()
  return data.startsWith('@') ? readFile(data.slice(1), 'utf8') : data
}

function toContentType(method: string, body: string): string {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new CommandError('usage', 'The data is no JSON')
  }
  return method === 'PATCH' && Array.isArray(value) ? 'application/json-patch+json' : 'application/json'
}

async function toRefusal(response: Response): Promise<CommandError> {
  const body: unknown = await response.json().catch(() => undefined)
  const message = isErrorBody(body) ? body.message : `The service answered ${response.status}`
  return new CommandError(toFailure(response.status), message)
}
