import { testEveryPage } from './everywhere.ts'
import { hostOddClips } from './odd-host.ts'

testEveryPage(hostOddClips(), [
  { width: 1440, height: 900 },
  // Where three panels are a little narrow.
  { width: 1024, height: 768 },
])
