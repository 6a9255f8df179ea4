/** Asks the person at the keyboard, or reads the answers from what is piped in, a line each. */

import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import type { Input, Output } from './terminal.ts'

/** Where answers come from. */
export interface Asker {
  /** The answer to a question; a secret one is not shown while it is typed. */
  ask(question: string, kind?: 'plain' | 'secret'): Promise<string>
  close(): void
}

const missing = (question: string) => new CommandError('usage', `${question}: nothing was given`)

/** Answers from `stdin`; questions go to `stderr`, and to nobody where `stdin` is no terminal. */
export function openAsker({ stdin, stderr }: Pick<Call, 'stdin' | 'stderr'>): Asker {
  if (stdin.isTTY) return { ask: (question, kind = 'plain') => askPerson(stdin, stderr, question, kind), close() {} }
  let reader: Interface | undefined
  let lines: AsyncIterator<string> | undefined
  return {
    async ask(question) {
      reader ??= createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY })
      lines ??= reader[Symbol.asyncIterator]()
      const { value, done } = await lines.next()
      if (done || value === '') throw missing(question)
      return value
    },
    close: () => reader?.close(),
  }
}

function askPerson(stdin: Input, stderr: Output, question: string, kind: 'plain' | 'secret') {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const isSecret = kind === 'secret'
  const reader = createInterface({ input: stdin, output: isSecret ? silent : stderr, terminal: true, historySize: 0 })
  if (isSecret) stderr.write(`${question}: `)
  return new Promise<string>((resolve, reject) => {
    reader.once('SIGINT', () => reject(new CommandError('interrupted', 'Interrupted')))
    reader.once('close', () => reject(missing(question)))
    reader.question(isSecret ? '' : `${question}: `, answer =>
      answer === '' ? reject(missing(question)) : resolve(answer),
    )
  }).finally(() => {
    reader.close()
    if (isSecret) stderr.write('\n')
  })
}
