import { testEveryPage } from './everywhere.ts'
import { hostOddClips } from './odd-host.ts'

testEveryPage(hostOddClips(), [
  { width: 800, height: 1024 },
  { width: 390, height: 844 },
])
