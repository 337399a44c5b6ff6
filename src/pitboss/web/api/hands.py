"""Addresses of shared hands: a player makes a link to a round and revokes it; anyone reads it."""

from html import escape
from typing import Annotated, Any, Final

from litestar import Response
from litestar.params import FromPath, PathParameter

from pitboss.extras import has_extra
from pitboss.house.coach.shared_hand import SharedHand, SharedHands
from pitboss.house.history import shares
from pitboss.web.api.common import PLAYER, ApiRequest, RoundNumber, get, post
from pitboss.web.api.models import Empty
from pitboss.web.guard import ANYONE
from pitboss.web.looks import house_look, look_of
from pitboss.web.pages import answer_page, language_for, page_shell

_KINDS: Final = {"png": "image/png", "svg": "image/svg+xml"}
Token = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{10,40}$")]
PictureName = Annotated[str, PathParameter(pattern="^picture[.](png|svg)$")]


def hands_of(request: ApiRequest) -> SharedHands:
    hands: SharedHands = request.app.state.hands
    return hands


@post("/api/rounds/{table:str}/{number:int}/share", PLAYER, refuses=True)
def share_round(request: ApiRequest, table: FromPath[str], number: RoundNumber) -> shares.ShareLink:
    """A public link to a settled round of one's own; the same one every time."""
    table = request.house.live(table).row.id
    return shares.share(request.house, table, number, request.person.name)


@post("/api/rounds/{table:str}/{number:int}/unshare", PLAYER)
def unshare_round(request: ApiRequest, table: FromPath[str], number: RoundNumber) -> Empty:
    """Revokes the link: nobody can open it any more."""
    table = request.house.live(table).row.id
    shares.revoke(request.house, table, number, request.person.name)
    return Empty()


@get("/api/shares", PLAYER)
def own_shares(request: ApiRequest) -> list[shares.ShareLink]:
    """One's own links, newest first."""
    return shares.own_shares(request.house, request.person.name)


@get("/api/hands/{token:str}", ANYONE)
def shared_hand(request: ApiRequest, token: Token) -> SharedHand:
    """The hand behind a link: steps, decisions with exact worths, seed and decks; no names."""
    return hands_of(request).read(token)


@get("/hand/{token:str}/{name:str}", ANYONE, kinds=tuple(_KINDS.values()))
def hand_picture(request: ApiRequest, token: Token, name: PictureName) -> Response[Any]:
    """The picture of a shared hand, for previews of its link."""
    from pitboss.paper.hand_picture import picture_png, picture_svg

    picture = _picture(request, hands_of(request).read(token))
    ending = name.rpartition(".")[2]
    if ending == "png" and not has_extra("paper"):
        raise shares.NoSuchHand("this house draws no PNG", what_to_do="ask for picture.svg")
    body = picture_png(picture) if ending == "png" else picture_svg(picture).encode()
    headers = {"cache-control": "no-cache"}  # a revoked link must show nothing
    return Response(body, media_type=_KINDS[ending], headers=headers)


@get("/hand/{token:str}", ANYONE, include_in_schema=False)
def hand_page(request: ApiRequest, token: FromPath[str]) -> Response[bytes]:
    """The page of a shared hand, whose head describes it to programs that show previews."""
    head: tuple[str, ...] = ()
    try:
        picture = _picture(request, hands_of(request).read(token))
        head = _preview(request, token, picture)
    except shares.NoSuchHand:
        pass  # the page says so
    return answer_page(request, page_shell("hand", language_for(request), head))


def _picture(request: ApiRequest, hand: SharedHand) -> Any:
    from pitboss.paper.hand_picture import HandPicture

    look = look_of(hand.game, house_look(request.house))
    sign = "+" if hand.net > 0 else "−" if hand.net < 0 else "±"
    return HandPicture(
        title=hand.title,
        hand=hand.hand[:1].upper() + hand.hand[1:],
        result=f"{sign}${abs(hand.net) / 100:,.2f}",
        cards=hand.cards,
        community=hand.steps[-1].felt.community,
        centre=look.centre,
        edge=look.edge,
        back=look.back,
    )


def _preview(request: ApiRequest, token: str, picture: Any) -> tuple[str, ...]:
    ending = "png" if has_extra("paper") else "svg"
    base = str(request.base_url).rstrip("/")
    title = f"{picture.title}: {picture.hand or picture.result}"
    facts = {
        "og:type": "website",
        "og:site_name": "Pitboss",
        "og:title": title,
        "og:description": " · ".join(part for part in (picture.hand, picture.result) if part),
        "og:url": f"{base}/hand/{token}",
        "og:image": f"{base}/hand/{token}/picture.{ending}",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": ", ".join(part for part in (title, picture.result) if part),
    }
    lines = [f'<meta property="{key}" content="{escape(text)}">' for key, text in facts.items()]
    return (
        *lines,
        '<meta name="twitter:card" content="summary_large_image">',
        '<meta name="robots" content="noindex">',
    )
