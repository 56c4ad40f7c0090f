"""Slow reference for moves on Apagos' plate, by mean and covariance of each piece.

By section 7 of firmware/docs/sensing.md; shares no code with ``boardcore`` but what is known of
masses.  Unknown are the masses of four squares (one Gaussian), of each ball, and where each lies;
a set of moves is a linear map of them, so its covariance is that map's.
"""

import numpy as np

HOLE_MM, ALONG_MM, ACROSS_MM = 18.0, 31.0, 11.0
NU, TAILS, TURNED, MOST = 8.0, 8.0, 1.6, 36.0
PUT, TAKE, FETCH, GIVE_BACK, LIFT, LAY, CLIMB = range(7)
TOUCHES = {CLIMB: 4}
SLOTS, FIRST_BALLS = 4, 4


def arm(x, y):
    """Return what a gram at a place does to W, Mx, My."""
    return np.array([1.0, x, y])


class SlowRamp:
    """What moves of a state change.  ``grams``, ``covariance``: of the four squares."""

    def __init__(self, scale, grams, covariance):
        self.scale = scale
        self.grams, self.covariance = np.array(grams), np.array(covariance).reshape(4, 4)
        self.ball_g = scale.masses[0]
        self.ball_variance = (scale.masses[0] * scale.mass_spread) ** 2
        self.step = scale.places[1][0] - scale.places[0][0]

    def squares(self, mean, cov, weights, arm_of):
        """Add squares, each so many times, at one arm."""
        mean += arm_of * (weights @ self.grams)
        cov += (weights @ self.covariance @ weights) * np.outer(arm_of, arm_of)

    def explained(self, state, moves):
        """Return mean, covariance, touches, and the variance of each moment if squares turn."""
        mean, cov = np.zeros(3), np.zeros((3, 3))
        touches, turn = 0, 0.0
        state = list(state)
        for what, place, square in moves:
            touches += TOUCHES.get(what, 1)
            x, y = self.scale.places[place]
            if what in (PUT, TAKE, FETCH, GIVE_BACK):
                sign = 1 if what in (PUT, GIVE_BACK) else -1
                off = (HOLE_MM, HOLE_MM) if place < SLOTS else (ALONG_MM, ACROSS_MM)
                mean += sign * self.ball_g * arm(x, y)
                cov += self.ball_variance * np.outer(arm(x, y), arm(x, y))
                cov += self.ball_g**2 * np.diag([0.0, off[0] ** 2, off[1] ** 2])
                if what in (PUT, TAKE):
                    state[FIRST_BALLS + square - 1] += sign
                else:
                    state[2 * SLOTS + place - SLOTS] += sign
                continue
            weights, balls = np.zeros(4), state[FIRST_BALLS + square - 1]
            weights[square - 1] = 1.0
            if what == CLIMB:
                other = state[place + 1]
                others = state[FIRST_BALLS + other - 1]
                weights[other - 1] = -1.0
                along = np.array([0.0, self.step, 0.0])
                self.squares(mean, cov, weights, along)
                mean += along * self.ball_g * (balls - others)
                cov += self.ball_variance * (balls + others) * np.outer(along, along)
                slide = 4 * (self.grams[square - 1] * self.scale.place_mm) ** 2
                turn += 2 * (balls + others) * (self.ball_g * HOLE_MM) ** 2
                state[place], state[place + 1] = other, square
            else:
                sign = 1 if what == LAY else -1
                self.squares(mean, cov, sign * weights, arm(x, y))
                mean += sign * balls * self.ball_g * arm(x, y)
                cov += balls * self.ball_variance * np.outer(arm(x, y), arm(x, y))
                mass = self.grams[square - 1] + balls * self.ball_g
                slide = (mass * self.scale.place_mm) ** 2 + balls * (self.ball_g * HOLE_MM) ** 2
                state[place] = square if sign > 0 else 0
            cov += slide * np.diag([0.0, 1.0, 1.0])
        return mean, cov, touches, turn

    def cost(self, difference, state, moves):
        """Return cost and chi^2 of moves, without presses; None where chi^2 is too large."""
        scale = self.scale
        mean, cov, touches, turn = self.explained(state, moves)
        arms = np.diag([1.0, scale.arm_mm**2, scale.arm_mm**2])
        left = np.diag([scale.touch_g, scale.touch_gmm, scale.touch_gmm]) ** 2
        noise = 8 * scale.rest_g**2 * arms + (touches or 2) * left
        found = []
        for more, nats in ((0.0, 0.0), (turn, TURNED))[: 2 if turn else 1]:
            v = cov + noise + more * np.diag([0.0, 1.0, 1.0])
            residual = np.array(difference) - mean
            chi2 = float(residual @ np.linalg.inv(v) @ residual)
            if chi2 <= MOST:
                tails = (NU + 3) / 2 * np.log(1 + chi2 / NU) + np.linalg.slogdet(v)[1] / 2
                found.append((float(tails) + max(0.0, chi2 - TAILS) / 2 + nats, chi2))
        return min(found, default=None)
