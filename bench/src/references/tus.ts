/** The tus reference server with its file store. */

import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

const [port, directory = ''] = process.argv.slice(2)
const server = new Server({ path: '/files', datastore: new FileStore({ directory }) })
server.listen({ host: '127.0.0.1', port: Number(port) }, () => process.send?.('ready'))
