"""What tests of the page in a real Chromium share: orders, what is told, a new game."""

NEW_AND_STANDING = """async before => {
    const { game, board } = await (await fetch("/api/state")).json();
    return game.moment !== before && board.there && !board.busy && board.verdict !== "wrong";
}"""


def order(page, path, **fields):
    """Give an order as the page does."""
    return page.evaluate(
        """async ([path, fields]) => {
            const main = document.querySelector("script[type=module]").src;
            const { order } = await import(new URL("./api.js", main));
            try { return await order(path, fields); }
            catch (no) { return { error: no.code, text: no.message }; }
        }""",
        [path, fields],
    )


def state(page):
    """Return what the server tells now."""
    return page.evaluate("async () => (await (await fetch('/api/state')).json())")


def begin(page, game="pylos", who=("human", "human"), **more):
    """Begin a game and wait until it stands on the board and on the page."""
    page.until("document.querySelector('#link').classList.contains('there')")
    before = state(page)["game"]["moment"]
    # All that a game of before may have changed.
    plain = {"clock": "none", "training": False, "hint_limit": "none"}
    answer = order(page, "new", game=game, who=list(who), names=["", ""], **(plain | more))
    assert "error" not in answer, answer
    if "human" in who:  # engines may have played before anybody looks
        # The last game may have had no turn either; and hands set the board up first.
        page.until(NEW_AND_STANDING, before)
        page.until(
            f"document.body.dataset.game === '{game}' && !document.querySelector('#turns li')"
        )
    page.until("document.querySelector('#link').classList.contains('there')")


def wait_for_ply(page, ply):
    """Wait until the page lists this many turns, or the game is won."""
    page.until(
        "ply => document.querySelectorAll('#turns .turn').length >= ply"
        " || document.querySelector('#title').textContent.includes('win')",
        arg=ply,
    )


def over(page):
    """Return how the game ended, None while it goes on."""
    return state(page)["game"]["outcome"]
