import { fstatSync, write, writeSync } from 'node:fs'
import { repeat } from '../background/repeat.ts'
import type { LogFile } from './file.ts'

/** Where log records are written. It never blocks or throws: a record that cannot be written is dropped and counted. */
export interface LogOutput {
  write(record: string): void
  countDropped(): number
}

const maxWaitingBytes = 256 * 1024
/** A system call for each record would cost more than many a request. */
const batchBytes = 4096
const flushMs = 500
const stderrFd = 2
const lineFeed = 0x0a
const nothing = Buffer.alloc(0)

/**
 * Writes to the file, or to the standard error output; `onResumed` is called with the dropped records once writing
 * works again.
 */
export function createLogOutput(onResumed: (droppedRecords: number) => void, file?: LogFile): LogOutput {
  const takeDescriptor = (bytes: number) => file?.take(bytes) ?? stderrFd
  const stat = fstatSync(stderrFd)
  const isStream = !file && (stat.isFIFO() || stat.isSocket())
  let waiting: string[] = []
  let waitingBytes = 0
  let isWriting = false
  let isTorn = false
  let dropped = 0
  let reported = 0

  function takeWaiting(): Buffer {
    const chunk = Buffer.from((isTorn ? '\n' : '') + waiting.join(''))
    waiting = []
    waitingBytes = 0
    return chunk
  }

  function flush(): void {
    if (isWriting || waiting.length === 0) return
    isWriting = true
    const chunk = takeWaiting()
    const onDone = (unwritten: Buffer) => {
      isWriting = false
      if (unwritten.length === 0) return onWritten()
      dropped += countRecords(unwritten)
      if (unwritten.length < chunk.length) isTorn = chunk.at(-unwritten.length - 1) !== lineFeed
    }
    if (isStream) sendToStream(chunk, onDone)
    else sendToFile(takeDescriptor(chunk.length), chunk, onDone)
  }

  function onWritten(): void {
    isTorn = false
    if (dropped > reported) {
      onResumed(dropped - reported)
      reported = dropped
    }
    if (waitingBytes >= batchBytes) flush()
  }

  repeat(flushMs, flush)
  process.on('exit', () => {
    if (waiting.length === 0) return
    try {
      const chunk = takeWaiting()
      writeSync(takeDescriptor(chunk.length), chunk)
    } catch {
      // The process ends; nothing can be reported.
    }
  })
  return {
    write(record) {
      const bytes = Buffer.byteLength(record)
      if (waitingBytes + bytes > maxWaitingBytes) {
        dropped += 1
        return
      }
      waiting.push(record)
      waitingBytes += bytes
      if (waitingBytes >= batchBytes) flush()
    },
    countDropped: () => dropped,
  }
}

/** A pipe or socket whose reader stalls must not hold a thread of the pool: Node.js writes to it without blocking. */
function sendToStream(chunk: Buffer, onDone: (unwritten: Buffer) => void): void {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {})
  process.stderr.write(chunk, error => onDone(error ? chunk : nothing))
}

/** Node.js writes to a file synchronously, and not at all after the first error. */
function sendToFile(file: number, chunk: Buffer, onDone: (unwritten: Buffer) => void): void {
  write(file, chunk, (error, writtenBytes) => {
    const rest = error ? chunk : chunk.subarray(writtenBytes)
    if (error || rest.length === 0) onDone(rest)
    else sendToFile(file, rest, onDone)
  })
}

function countRecords(lines: Buffer): number {
  return lines.toString('latin1').match(/[^\n]\n/g)?.length ?? 0
}
