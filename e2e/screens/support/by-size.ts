import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files whose tests change what all screens read, such as the dates of a season. */
const APART = '.apart.test.ts'

/** Deals files out to the parts of a run so that all end at about the same time: how large a file is says best how long it takes. Files apart come last in their part, whose product no other screen reads any more. */
export class BySize extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 }
    const parts = Array.from({ length: count }, () => ({ bytes: 0, files: [] as TestSpecification[] }))
    const sized = files.map((file) => ({ file, bytes: statSync(file.moduleId).size }))
    sized.sort((one, other) => other.bytes - one.bytes || one.file.moduleId.localeCompare(other.file.moduleId))
    for (const { file, bytes } of sized) {
      const least = parts.reduce((one, other) => (other.bytes < one.bytes ? other : one))
      least.bytes += bytes
      least.files.push(file)
    }
    return parts[index - 1]?.files ?? []
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isApart = ({ moduleId }: TestSpecification) => moduleId.endsWith(APART)
    return [...sorted.filter((file) => !isApart(file)), ...sorted.filter(isApart)]
  }
}
