import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { bundleClient } from '../../../../scripts/packages/bundle-client.ts'
import { adminPassword, startTestService } from '../../../server/test/service.ts'
import { browserIsMissing, openBrowser } from '../browser.ts'

test('a page of another site lists productions with the built client as a module', {
  skip: browserIsMissing,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rushes-client-'))
  await bundleClient(folder)
  const module = await readFile(join(folder, 'index.js'))
  const site = createServer((request, response) => {
    if (request.url === '/client.js') response.setHeader('content-type', 'text/javascript').end(module)
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>')
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const kit = await startTestService({ RUSHES_CORS_ORIGINS: siteUrl })
  const browser = await openBrowser()
  try {
    await kit.createProduction('Northern lights')
    const page = await browser.newPage()
    await page.goto(siteUrl)
    const shown = await page.evaluate(
      async ({ baseUrl, password }) => {
        const address = '/client.js'
        const { listAll, ServiceError, signIn } = (await import(address)) as typeof import('@rushes/client')
        const api = await signIn({ baseUrl, username: 'admin', password })
        const names: string[] = []
        for await (const { name } of listAll(api.productions.listProductions, {})) names.push(name ?? '')
        const error = await api.productions.getProduction({ prId: 999_999 }).catch((caught: unknown) => caught)
        return { names, status: error instanceof ServiceError && error.status }
      },
      { baseUrl: kit.url, password: adminPassword },
    )
    assert.deepEqual(shown, { names: ['Northern lights'], status: 404 })
  } finally {
    await browser.close()
    await kit.stop()
    site.closeAllConnections()
    site.close()
    await rm(folder, { recursive: true })
  }
})
