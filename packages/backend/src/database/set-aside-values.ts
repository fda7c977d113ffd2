import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PrimitiveValueListNode,
  type ValueNode,
} from 'kysely'
import { requestContext } from '../request-context.ts'

/** Puts the values back that the gateway set aside (http/filter-values.ts), into the statement that asks for them. */
export const putBackValues: KyselyPlugin = {
  transformQuery: ({ node }) => (aside() === undefined ? node : putBack.transformNode(node)),
  transformResult: async ({ result }) => result,
}

class PutBack extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: original(node.value) }
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(original) }
  }
}

const putBack = new PutBack()

function aside(): ReadonlyMap<string, string> | undefined {
  const values = requestContext.getStore()?.setAside
  return values?.size === 0 ? undefined : values
}

function original(value: unknown): unknown {
  return typeof value === 'string' ? (aside()?.get(value) ?? value) : value
}
