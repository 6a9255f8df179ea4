/** Builds the web app from the command line. */

import { buildWebApp } from './build.ts'

await buildWebApp()
