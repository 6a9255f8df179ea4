import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { createExchange } from './exchange.ts'

/** Listens and never looks at its connections: those beyond the first few are not answered, as by a host that is gone. */
const silentHost = `
  const { parentPort } = require('node:worker_threads')
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
  })`

let host: Worker
let port: number
before(async () => {
  host = new Worker(silentHost, { eval: true })
  ;[port] = await once(host, 'message')
})
after(() => host.terminate())

test('a store that takes no connection is given up in time, like one that takes it and is silent', async () => {
  const url = new URL(`http://127.0.0.1:${port}/`)
  const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      await assert.rejects(createExchange(200)(url, 'GET', new Headers()), /the store does not answer/)
    }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})
