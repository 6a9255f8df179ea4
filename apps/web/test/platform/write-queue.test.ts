import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { UndoStack, type Write, WriteQueue } from '../../src/platform/writes/write-queue.ts'

class CutOff extends Error {}

let shown: string
let sent: string[]
let refused: unknown[]
let waiting: (number | undefined)[]
let reconnect: () => void
let queue: WriteQueue

beforeEach(() => {
  shown = 'old'
  sent = []
  refused = []
  waiting = []
  queue = new WriteQueue({
    onRefused: error => refused.push(error),
    onWaiting: count => waiting.push(count),
    isCutOff: error => error instanceof CutOff,
    waitForConnection: () =>
      new Promise(resolve => {
        reconnect = resolve
      }),
  })
})

/** A write that shows and sends a value. */
function set(to: string, from: string, send: () => Promise<unknown> = async () => sent.push(to)): Write {
  return {
    object: 'clip 1',
    apply: () => {
      shown = to
    },
    revert: () => {
      shown = from
    },
    send,
    sendBack: async () => sent.push(from),
  }
}

test('a write shows at once and is sent', async () => {
  const done = queue.add(set('new', 'old'))
  assert.equal(shown, 'new')
  assert.equal(await done, true)
  assert.deepEqual(sent, ['new'])
})

test('writes of one object are sent in order, however long the first takes', async () => {
  const first = Promise.withResolvers<void>()
  const all = [queue.add(set('1', 'old', () => first.promise.then(() => sent.push('1')))), queue.add(set('2', '1'))]
  assert.equal(queue.count, 2)
  assert.deepEqual(sent, [])
  first.resolve()
  assert.deepEqual(await Promise.all(all), [true, true])
  assert.deepEqual(sent, ['1', '2'])
  assert.equal(queue.count, 0)
})

test('what was written later is shown however an earlier write was answered', async () => {
  const first = Promise.withResolvers<void>()
  const send = () => first.promise.then(() => assign('what was stored'))
  const assign = (value: string) => {
    shown = value
  }
  const earlier = queue.add(set('1', 'old', send))
  const second = Promise.withResolvers<void>()
  const later = queue.add(set('2', '1', () => second.promise))
  first.resolve()
  assert.equal(await earlier, true)
  assert.equal(shown, '2')
  second.resolve()
  assert.equal(await later, true)
})

test('what is refused is taken back and told; what was written after it stays', async () => {
  const fault = new Error('no right')
  const refuse = () => Promise.reject(fault)
  assert.equal(await queue.add(set('new', 'old', refuse)), false)
  assert.equal(shown, 'old')
  assert.deepEqual(refused, [fault])
  const all = [queue.add(set('1', 'old', refuse)), queue.add(set('2', '1'))]
  assert.deepEqual(await Promise.all(all), [false, true])
  assert.equal(shown, '2')
})

test('what is cut off waits for the connection, is counted, and is sent then', async () => {
  let isConnected = false
  const send = async () => {
    if (!isConnected) throw new CutOff()
    sent.push('new')
  }
  const done = queue.add(set('new', 'old', send))
  const later = queue.add({ ...set('other', 'old'), object: 'clip 2', send: async () => sent.push('other') })
  assert.equal(await later, true)
  assert.equal(waiting.at(-1), 1)
  void queue.add(set('newer', 'new'))
  assert.equal(waiting.at(-1), 2)
  isConnected = true
  reconnect()
  assert.equal(await done, true)
  assert.equal(waiting.at(-1), undefined)
  assert.deepEqual(refused, [])
})

test('what is given up while it waits is neither sent nor kept, wherever it is in its line', async () => {
  const ended: Write[] = []
  let isConnected = false
  queue = new WriteQueue({
    onRefused: error => refused.push(error),
    onWaiting: count => waiting.push(count),
    onEnd: write => ended.push(write),
    isCutOff: error => error instanceof CutOff,
    waitForConnection: () =>
      new Promise(resolve => {
        reconnect = resolve
      }),
  })
  const send = (to: string) => async () => {
    if (!isConnected) throw new CutOff()
    sent.push(to)
  }
  const [first, second, third] = ['1', '2', '3'].map((to, index) => set(to, String(index), send(to)))
  assert.ok(first && second && third)
  const all = [first, second, third].map(write => queue.add(write))
  // Nothing is sent yet that could not be given up.
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(queue.cancel(second), true)
  assert.deepEqual([queue.count, ended, shown], [2, [second], '3'])
  assert.equal(queue.cancel(first), true)
  isConnected = true
  reconnect()
  assert.deepEqual(await Promise.all(all), [false, false, true])
  assert.deepEqual(sent, ['3'])
  assert.deepEqual(ended, [second, first, third])
})

test('what was written is undone and done again; another write forgets what was undone', async () => {
  const stack = new UndoStack(write => queue.add(write))
  await stack.write(set('1', 'old'))
  await stack.write(set('2', '1'))
  assert.equal(await stack.undo(), true)
  assert.equal(shown, '1')
  assert.equal(await stack.redo(), true)
  assert.equal(shown, '2')
  await stack.undo()
  await stack.write(set('3', '1'))
  assert.equal(stack.canRedo, false)
  assert.deepEqual(sent, ['1', '2', '1', '2', '1', '3'])
})

test('a hundred writes can be undone; one that was refused cannot', async () => {
  const stack = new UndoStack(write => queue.add(write))
  for (let number = 1; number <= 101; number++) await stack.write(set(String(number), String(number - 1)))
  await stack.write(set('refused', '101', () => Promise.reject(new Error('no right'))))
  let undone = 0
  while (stack.canUndo) {
    await stack.undo()
    undone++
  }
  assert.equal(undone, 100)
  assert.equal(shown, '1')
})

test('what nothing takes back is held, and given up by undo as long as it is', async () => {
  const held: Write[] = []
  const holding = new WriteQueue({
    onRefused: error => refused.push(error),
    onWaiting: count => waiting.push(count),
    onHeld: write => held.push(write),
    isCutOff: () => false,
    waitForConnection: async () => {},
  })
  const stack = new UndoStack(
    write => holding.add(write),
    write => holding.cancel(write),
  )
  const { sendBack: _none, ...deletion } = set('deleted', 'old')
  const given = stack.write({ ...deletion, hold: () => new Promise(() => {}) })
  assert.deepEqual([shown, holding.count, held.length], ['deleted', 0, 1])
  assert.equal(await stack.undo(), true)
  assert.equal(await given, false)
  assert.deepEqual([shown, sent], ['old', []])

  const time = Promise.withResolvers<void>()
  const sending = stack.write({ ...deletion, hold: () => time.promise })
  time.resolve()
  assert.equal(await sending, true)
  assert.deepEqual([shown, sent, stack.canUndo, refused], ['deleted', ['deleted'], false, []])
})
