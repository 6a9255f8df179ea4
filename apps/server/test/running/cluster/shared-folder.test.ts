/** Nodes of all roles with a folder that they share. */

import { describeCluster } from './describe-cluster.ts'

describeCluster('in a folder that they share', 'folder')
