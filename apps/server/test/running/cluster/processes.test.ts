/** Nodes of all roles with an object store. */

import { describeCluster } from './describe-cluster.ts'

describeCluster('in an object store', 'objects')
