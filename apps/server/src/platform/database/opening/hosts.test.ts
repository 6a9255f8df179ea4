import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, silentLog, type TestDatabase } from '../../../../test/database.ts'
import { type CuttingProxy, startCuttingProxy } from '../../../../test/peers/cutting-proxy.ts'
import { createPool } from '../pool.ts'
import { connectTo, createClientClass, listHosts } from './hosts.ts'

test('an address of several hosts is one address for each', () => {
  assert.deepEqual(listHosts('postgres://u:p%40@a:5432,[::1]:5433,c/r?target_session_attrs=primary&sslmode=require'), [
    'postgres://u:p%40@a:5432/r?sslmode=require',
    'postgres://u:p%40@[::1]:5433/r?sslmode=require',
    'postgres://u:p%40@c/r?sslmode=require',
  ])
  assert.deepEqual(listHosts('postgres://a,b/r?target_session_attrs=read-write'), ['postgres://a/r', 'postgres://b/r'])
  for (const one of ['postgres://u:p@a:5432/r?sslmode=require', 'postgresql:///r?host=/run/pg']) {
    assert.deepEqual(listHosts(one), [one])
  }
})

let database: TestDatabase
let proxies: [CuttingProxy, CuttingProxy]
let url: string
before(async () => {
  database = await openTestDatabase()
  proxies = [await startCuttingProxy(database.url), await startCuttingProxy(database.url)]
  const [first, second] = proxies.map(proxy => new URL(proxy.url).host)
  url = proxies[0].url.replace(first!, `${first},${second}`)
})
after(async () => {
  for (const proxy of proxies) await proxy.stop()
  await database.close()
})

test('a pool and a connection go to the host that answers, and to the other when that is gone', async () => {
  const pool = createPool(url, silentLog)
  try {
    await pool.query('select 1')
    for (const [gone, there] of [proxies, proxies.toReversed()]) {
      there?.pass()
      gone?.refuse()
      gone?.cut()
      // What was under way is lost, and one attempt finds out which host is gone.
      for (let attempts = 0; attempts < 3; attempts += 1) await pool.query('select 1').catch(() => {})
      await pool.query('select 1')
      await (await connectTo(url, {}, () => {})).end()
    }
    for (const proxy of proxies) proxy.refuse()
    await assert.rejects(connectTo(url, {}, () => {}))
  } finally {
    for (const proxy of proxies) proxy.pass()
    await pool.end()
  }
})

test('a connection that is cut while it asks whether it may write is refused, and ends nothing else', async () => {
  const Writing = createClientClass(url)
  const client = new Writing()
  client.once('connect', () => {
    for (const proxy of proxies) proxy.cut()
  })
  await assert.rejects(client.connect())
})

test('a host that accepts no writes is left, also by connections that are open', async () => {
  const name = new URL(database.url).pathname.slice(1)
  const pool = createPool(url, silentLog)
  try {
    await pool.query('select 1')
    await database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
    await assert.rejects(
      connectTo(url, {}, () => {}),
      /accepts no writes/,
    )
    const client = await pool.connect()
    await client.query('set default_transaction_read_only = on')
    const lost = new Promise(resolve => client.once('error', resolve))
    await assert.rejects(client.query('create table refused ()'), { code: '25006' })
    await lost
    client.release(true)
    await assert.rejects(pool.query('select 1'), /accepts no writes/)
    const own = await database.pool.connect()
    await own.query('set default_transaction_read_only = off')
    await own.query(`alter database ${name} reset default_transaction_read_only`)
    own.release(true)
    await pool.query('create table taken ()')
  } finally {
    await pool.end()
  }
})
