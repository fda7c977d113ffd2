import type { SKRSContext2D } from '@napi-rs/canvas'

/** A context to draw on: Skia's, which follows the browser's. */
export type Ctx = SKRSContext2D

/** x right, y away from the viewer, z up (in an object's own frame: along its axis). */
export type Vec = readonly [number, number, number]

/**
 * Where an object stands and how it is turned, in an orthographic view. `x`, `y` is the picture point of its origin.
 * Angles in radians: `yaw` about its own axis, `pitch` how far the axis leans to the viewer (0 upright, seen from the
 * side; π/2 seen from its end), `roll` clockwise in the picture.
 */
export interface Pose {
  readonly x: number
  readonly y: number
  readonly yaw: number
  readonly pitch: number
  readonly roll: number
}

/** How far the camera looks down on most still lifes. */
export const cameraPitch = 0.36

/** An object upright on the ground. */
export function upright(x: number, y: number, yaw = 0, pitch = cameraPitch): Pose {
  return { x, y, yaw, pitch, roll: 0 }
}

/** The picture point of a point of the object, before the pose's `roll` and place. */
export function flat(pose: Pose, [x, y, z]: Vec): readonly [number, number] {
  const across = x * Math.cos(pose.yaw) - y * Math.sin(pose.yaw)
  const away = x * Math.sin(pose.yaw) + y * Math.cos(pose.yaw)
  return [across, -(z * Math.cos(pose.pitch) + away * Math.sin(pose.pitch))]
}

/** The picture point of a point of the object. */
export function project(pose: Pose, point: Vec): readonly [number, number] {
  const [x, y] = flat(pose, point)
  const [c, s] = [Math.cos(pose.roll), Math.sin(pose.roll)]
  return [pose.x + x * c - y * s, pose.y + x * s + y * c]
}

/** A direction of the object as the viewer sees it: x right, y up, z towards the viewer. */
export function seen(pose: Pose, [a, b, c]: Vec): Vec {
  const across = a * Math.cos(pose.yaw) - b * Math.sin(pose.yaw)
  const away = a * Math.sin(pose.yaw) + b * Math.cos(pose.yaw)
  const up = c * Math.cos(pose.pitch) + away * Math.sin(pose.pitch)
  const near = c * Math.sin(pose.pitch) - away * Math.cos(pose.pitch)
  const [cos, sin] = [Math.cos(pose.roll), Math.sin(pose.roll)]
  return [across * cos + up * sin, up * cos - across * sin, near]
}

function poseOf(x: number, y: number, side: Vec, axis: Vec): Pose {
  const pitch = Math.asin(Math.max(-1, Math.min(1, axis[2])))
  const roll = Math.atan2(axis[0], axis[1])
  const [c, s] = [Math.cos(roll), Math.sin(roll)]
  const across = side[0] * c - side[1] * s
  const up = side[0] * s + side[1] * c
  const yaw = Math.atan2(up * Math.sin(pitch) - side[2] * Math.cos(pitch), across)
  return { x, y, yaw, pitch, roll }
}

/**
 * The pose of something flat that stands on its edge: its own x runs along the ground, its y up, and its axis z out of
 * its front. `yaw` turns it on the ground (positive: its right side goes away), `lean` tips it back.
 */
export function standing(x: number, y: number, yaw: number, lean = 0, camera = cameraPitch): Pose {
  const ground: Pose = { x: 0, y: 0, yaw: 0, pitch: camera, roll: 0 }
  const side = seen(ground, [Math.cos(yaw), Math.sin(yaw), 0])
  const front: Vec = [Math.sin(yaw) * Math.cos(lean), -Math.cos(yaw) * Math.cos(lean), Math.sin(lean)]
  return poseOf(x, y, side, seen(ground, front))
}

/** The pose of something that lies on its side with its axis along the ground at `yaw` (0: pointing right). */
export function lying(x: number, y: number, yaw: number, camera = cameraPitch): Pose {
  const ground: Pose = { x: 0, y: 0, yaw: 0, pitch: camera, roll: 0 }
  const axis = seen(ground, [Math.cos(yaw), Math.sin(yaw), 0])
  const side = seen(ground, [0, 0, -1])
  return poseOf(x, y, side, axis)
}
