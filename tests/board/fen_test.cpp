#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::board {
namespace {

using test::PositionFrom;

void ExpectRoundTrip(const Position& position) {
  const std::string fen = position.Fen();
  const Position again = PositionFrom(fen);
  ASSERT_EQ(again.Fen(), fen);
  ASSERT_EQ(again.key(), position.key()) << fen;
  ASSERT_EQ(again.ToSetup(), position.ToSetup()) << fen;
}

TEST(FenTest, TheStartPosition) {
  EXPECT_EQ(Position().Fen(), Position::kStartFen);
  EXPECT_EQ(Position().side_to_move(), Color::kWhite);
  EXPECT_EQ(Position().castling(), 15);
}

TEST(FenTest, RoundTripsOfRandomPositions) {
  for (const Position& position : test::RandomPositions(2000, 21)) ExpectRoundTrip(position);
}

TEST(FenTest, RoundTripsOfSuitePositions) {
  NOTOCHORD_REQUIRE_DATA();
  for (const std::string& fen : test::SuiteFens()) ExpectRoundTrip(PositionFrom(fen));
}

// A standard FEN with a possible en passant square and outermost castling rooks comes back as it
// is.
TEST(FenTest, FensThatStayAsTheyAre) {
  for (const char* fen : {
           "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
           "8/8/8/8/k1pP4/8/8/3K4 b - d3 0 1",
           "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
           "4k3/8/8/8/8/8/8/4K3 w - - 99 123",
           "4k3/8/8/8/8/8/8/4K3 b - - 1000 100000",
           "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 7",
           "4k3/8/8/8/8/8/8/1R2KR1R w F - 0 1",  // the inner rook
           "1r2k1rr/8/8/8/8/8/8/4K3 b gq - 0 1",
       }) {
    EXPECT_EQ(PositionFrom(fen).Fen(), fen);
  }
}

TEST(FenTest, DialectsMeanTheSame) {
  const std::string standard = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  for (const char* field : {"KQkq", "HAha", "AHah", "KAhq", "kqKQ", "qkQK"}) {
    const std::string fen = absl::StrCat("r3k2r/8/8/8/8/8/8/R3K2R w ", field, " - 0 1");
    EXPECT_EQ(PositionFrom(fen).Fen(), standard) << field;
    EXPECT_EQ(PositionFrom(fen).key(), PositionFrom(standard).key()) << field;
  }
  // X-FEN: K and Q mean the outermost rook, a file letter any.
  const Position outer = PositionFrom("4k3/8/8/8/8/8/8/1R2KR1R w K - 0 1");
  EXPECT_EQ(outer.CastlingRook(Color::kWhite, CastlingSide::kKingSide), Square::kH1);
  const Position inner = PositionFrom("4k3/8/8/8/8/8/8/1R2KR1R w F - 0 1");
  EXPECT_EQ(inner.CastlingRook(Color::kWhite, CastlingSide::kKingSide), Square::kF1);
  const Position queen_side = PositionFrom("4k3/8/8/8/8/8/8/1R2KR1R w Q - 0 1");
  EXPECT_EQ(queen_side.CastlingRook(Color::kWhite, CastlingSide::kQueenSide), Square::kB1);
  EXPECT_TRUE(queen_side.CanCastle(Color::kWhite, CastlingSide::kQueenSide));
  EXPECT_FALSE(queen_side.CanCastle(Color::kWhite, CastlingSide::kKingSide));
}

TEST(FenTest, MissingFieldsHaveDefaults) {
  const std::string board = "4k3/8/8/8/8/8/8/4K2R";
  EXPECT_EQ(PositionFrom(board).Fen(), board + " w - - 0 1");
  EXPECT_EQ(PositionFrom(board + " b").Fen(), board + " b - - 0 1");
  EXPECT_EQ(PositionFrom(board + " w K").Fen(), board + " w K - 0 1");
  EXPECT_EQ(PositionFrom(board + " w K -").Fen(), board + " w K - 0 1");
  EXPECT_EQ(PositionFrom(board + " w K - 12").Fen(), board + " w K - 12 1");
  EXPECT_EQ(PositionFrom(board + " w K - 12 34").Fen(), board + " w K - 12 34");
  EXPECT_EQ(PositionFrom(board + " w K - 12 0").Fen(), board + " w K - 12 1");
  EXPECT_EQ(PositionFrom("  \t" + board + "  w\tK -\r\n").Fen(), board + " w K - 0 1");
}

TEST(FenTest, EnPassantIsKeptOnlyWhereItIsLegal) {
  EXPECT_EQ(PositionFrom("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").en_passant(), Square::kNone);
  EXPECT_EQ(PositionFrom("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").en_passant(), Square::kE3);
  // Taking would open the rank to the queen, the diagonal to the bishop.
  EXPECT_EQ(PositionFrom("8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1").en_passant(), Square::kNone);
  EXPECT_EQ(PositionFrom("8/k7/8/8/3pP3/4B3/8/4K3 b - - 0 1").en_passant(), Square::kNone);
}

struct Broken {
  const char* fen;
  const char* message;
};

constexpr Broken kBroken[] = {
    {"", "the FEN is empty"},
    {" \t ", "the FEN is empty"},
    {"startpos", "the board has 1 ranks instead of 8"},
    {"8/8/8/8/8/8/8 w - - 0 1", "the board has 7 ranks instead of 8"},
    {"8/8/8/8/8/8/8/8/8 w - - 0 1", "the board has 9 ranks instead of 8"},
    {"/4k3/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has 0 squares instead of 8"},
    {"4k3/8/8/8/8/8/8/ w - - 0 1", "rank 1 has 0 squares instead of 8"},
    {"4k3//8/8/8/8/8/4K3 w - - 0 1", "rank 7 has 0 squares instead of 8"},
    {"4k2/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has 7 squares instead of 8"},
    {"4k3/8/8/ppp/8/8/8/4K3 w - - 0 1", "rank 5 has 3 squares instead of 8"},
    {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has more than 8 squares"},
    {"4k3/8/8/8/ppppppppp/8/8/4K3 w - - 0 1", "rank 4 has more than 8 squares"},
    {"4k3/8/8/8/8/8/8/4K3R w - - 0 1", "rank 1 has more than 8 squares"},
    {"4k3/44/8/8/8/8/8/4K3 w - - 0 1", "rank 7: two numbers in a row"},
    {"4k3/8/1111p3/8/8/8/8/4K3 w - - 0 1", "rank 6: two numbers in a row"},
    {"4k3/9/8/8/8/8/8/4K3 w - - 0 1", "rank 7: '9' is no number of empty squares"},
    {"4k3/8/0p7/8/8/8/8/4K3 w - - 0 1", "rank 6: '0' is no number of empty squares"},
    {"4k3/8/8/x7/8/8/8/4K3 w - - 0 1", "rank 5: 'x' is no piece"},
    {"4k3/8/8/7-/8/8/8/4K3 w - - 0 1", "rank 5: '-' is no piece"},
    {"4k3/8/8/8/\x01\x37/8/8/4K3 w - - 0 1", "rank 4: '\\x01' is no piece"},
    {"4k3/8/8/8/8/\xC3\xA9/8/4K3 w - - 0 1", "rank 3: '\\xc3' is no piece"},
    {"4k3\\8\\8\\8\\8\\8\\8\\4K3 w - - 0 1", "the board has 1 ranks instead of 8"},
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move 'W' is neither w nor b"},
    {"4k3/8/8/8/8/8/8/4K3 - - - 0 1", "side to move '-' is neither w nor b"},
    {"4k3/8/8/8/8/8/8/4K3 white - - 0 1", "side to move 'white' is neither w nor b"},
    {"4k3/8/8/8/8/8/8/4K3 w x - 0 1", "castling: 'x' is no right"},
    {"4k3/8/8/8/8/8/8/4K2R w K- - 0 1", "castling: '-' is no right"},
    {"4k3/8/8/8/8/8/8/4K2R w I - 0 1", "castling: 'I' is no right"},
    {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling 'K': there is no rook for it"},
    {"4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling 'Q': there is no rook for it"},
    {"4k3/8/8/8/8/8/8/4K2R w k - 0 1", "castling 'k': there is no rook for it"},
    {"r3k3/8/8/8/8/8/8/4K3 w h - 0 1", "castling 'h': there is no rook for it"},
    {"4k3/8/8/8/8/8/8/4K2r w H - 0 1", "castling 'H': there is no rook for it"},
    {"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "castling 'K': the king is not on its first rank"},
    {"r6r/4k3/8/8/8/8/8/4K3 w q - 0 1", "castling 'q': the king is not on its first rank"},
    {"4k3/8/8/8/8/8/8/7R w H - 0 1", "castling 'H': the king is not on its first rank"},
    {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling 'KK': a right is named twice"},
    {"4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "castling 'KH': a right is named twice"},
    {"4k3/8/8/8/8/8/8/4KR1R w KF - 0 1", "castling 'KF': a right is named twice"},
    {"4k3/8/8/8/8/8/8/4K3 w - e 0 1", "en passant 'e' is no square"},
    {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant 'e9' is no square"},
    {"4k3/8/8/8/8/8/8/4K3 w - i6 0 1", "en passant 'i6' is no square"},
    {"4k3/8/8/8/8/8/8/4K3 w - E6 0 1", "en passant 'E6' is no square"},
    {"4k3/8/8/8/8/8/8/4K3 w - e66 0 1", "en passant 'e66' is no square"},
    {"4k3/8/8/4p3/8/8/8/4K3 w - e5 0 1",
     "en passant on e5 is not on the rank behind a double step of Black"},
    {"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
     "en passant on e3 is not on the rank behind a double step of Black"},
    {"4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1",
     "en passant on e6 is not on the rank behind a double step of White"},
    {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant on e6: no pawn on e5"},
    {"4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1", "en passant on e3: no pawn on e4"},
    {"4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1", "en passant on d6: the pawn's path is not free"},
    {"4k3/2p5/8/2p5/8/8/8/4K3 w - c6 0 1", "en passant on c6: the pawn's path is not free"},
    {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "half-move counter 'x' is no number from 0 to 1000"},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move counter '-1' is no number from 0 to 1000"},
    {"4k3/8/8/8/8/8/8/4K3 w - - +1 1", "half-move counter '+1' is no number from 0 to 1000"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 1001 1", "half-move counter '1001' is no number from 0 to 1000"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1",
     "half-move counter '99999999999999999999' is no number from 0 to 1000"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 one", "move number 'one' is no number from 0 to 100000"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 -3", "move number '-3' is no number from 0 to 100000"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1.5", "move number '1.5' is no number from 0 to 100000"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 100001", "move number '100001' is no number from 0 to 100000"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 junk", "unexpected 'junk' after the sixth field"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e2e4", "unexpected 'moves' after the sixth field"},
    {"8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"},
    {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings"},
    {"kkk5/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 3 kings"},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns"},
    {"4k3/pppppppp/pp6/8/8/8/8/4K3 w - - 0 1", "Black has 10 pawns"},
    {"4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", "White has 17 pieces"},
    {"nnnnnnnn/nnnnnnnn/8/8/8/8/k7/7K w - - 0 1", "Black has 17 pieces"},
    {"4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1", "White has 1 promoted pieces beside 8 pawns"},
    {"nnnnk3/ppppppp1/8/8/8/8/8/4K3 w - - 0 1", "Black has 2 promoted pieces beside 7 pawns"},
    {"QQQQQQQQ/QQ6/8/8/8/8/8/k1K5 w - - 0 1", "White has 9 promoted pieces beside 0 pawns"},
    {"P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "White has a pawn on a8"},
    {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "White has a pawn on a1"},
    {"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "Black has a pawn on h8"},
    {"4k3/8/8/8/8/8/8/4K2p w - - 0 1", "Black has a pawn on h1"},
    {"8/8/8/3kK3/8/8/8/8 w - - 0 1", "the kings stand side by side"},
    {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check, but it is White's move"},
    {"4k3/8/8/8/8/8/5p2/4K3 b - - 0 1", "White is in check, but it is Black's move"},
    {"4k3/4r3/8/8/7b/3n4/8/4K3 w - - 0 1", "White is in check from more than two pieces"},
    {"4k3/3P1P2/3N4/8/8/8/8/4RK2 b - - 0 1", "Black is in check from more than two pieces"},
};

TEST(FenTest, BrokenFensAreRefusedWithTheirOwnMessage) {
  const Position start;
  std::set<std::string> messages;
  for (const Broken& broken : kBroken) {
    Position position;
    const absl::StatusOr<Position> parsed = Position::Parse(broken.fen);
    ASSERT_FALSE(parsed.ok()) << broken.fen;
    EXPECT_EQ(parsed.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(parsed.status().message(), broken.message) << broken.fen;
    messages.emplace(parsed.status().message());
    // The usual way to take a position over leaves the old one alone.
    if (parsed.ok()) position = *parsed;
    EXPECT_EQ(position.state(), start.state());
    EXPECT_EQ(position.Fen(), Position::kStartFen);
  }
  EXPECT_GE(messages.size(), 60U);
}

TEST(FenTest, LongJunkIsCutInMessages) {
  const std::string junk(100000, 'z');
  const absl::StatusOr<Position> parsed =
      Position::Parse(absl::StrCat("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", junk));
  ASSERT_FALSE(parsed.ok());
  EXPECT_LT(parsed.status().message().size(), 200U);
}

TEST(FenTest, SetupsThatNoFenCanSpellAreRefused) {
  board::Setup setup = Position().ToSetup();
  ASSERT_TRUE(Position::FromSetup(setup).ok());
  setup.castling_rooks[CastlingIndex(Color::kWhite, CastlingSide::kKingSide)] = Square::kA1;
  EXPECT_EQ(Position::FromSetup(setup).status().message(), "White cannot castle with a1");
  setup = Position().ToSetup();
  setup.castling_rooks[CastlingIndex(Color::kBlack, CastlingSide::kQueenSide)] = Square::kA7;
  EXPECT_EQ(Position::FromSetup(setup).status().message(), "Black cannot castle with a7");
  for (const int wrong : {-1, 1 << 20}) {
    setup = Position().ToSetup();
    setup.rule50 = wrong;
    EXPECT_FALSE(Position::FromSetup(setup).ok());
    setup = Position().ToSetup();
    setup.full_move = wrong;
    EXPECT_FALSE(Position::FromSetup(setup).ok());
  }
}

// What no FEN can spell is written all the same, for messages; never read beyond the board.
TEST(FenTest, WritesRooksThatCannotCastle) {
  board::Setup setup = PositionFrom("4k3/8/8/R7/8/8/4K3/8 w - - 0 1").ToSetup();
  setup.castling_rooks[CastlingIndex(Color::kWhite, CastlingSide::kKingSide)] = Square::kA5;
  EXPECT_EQ(ToFen(setup), "4k3/8/8/R7/8/8/4K3/8 w A - 0 1");
}

TEST(FenTest, FlippingColours) {
  const Position position =
      PositionFrom("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQq - 3 9");
  const board::Setup flipped = FlipColors(position.ToSetup());
  EXPECT_EQ(ToFen(flipped), "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b Qkq - 3 9");
  EXPECT_EQ(ToFen(FlipColors(PositionFrom("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").ToSetup())),
            "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1");
}

TEST(FenTest, MirroringFiles) {
  EXPECT_EQ(ToFen(MirrorFiles(PositionFrom("4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 1").ToSetup())),
            "3k4/8/8/8/3Pp3/8/8/R2K4 b Q d3 0 1");
}

// Both are their own inverse and leave the number of moves alone; flipping negates the score.
TEST(FenTest, FlipsAndMirrorsOfRandomPositions) {
  for (const Position& position : test::RandomPositions(1000, 22)) {
    const board::Setup setup = position.ToSetup();
    EXPECT_EQ(FlipColors(FlipColors(setup)), setup);
    EXPECT_EQ(MirrorFiles(MirrorFiles(setup)), setup);
    const absl::StatusOr<Position> flipped = Position::FromSetup(FlipColors(setup));
    const absl::StatusOr<Position> mirrored = Position::FromSetup(MirrorFiles(setup));
    ASSERT_TRUE(flipped.ok()) << flipped.status();
    ASSERT_TRUE(mirrored.ok()) << mirrored.status();
    EXPECT_EQ(flipped->piece_square(), -position.piece_square());
    EXPECT_EQ(CountLegalMoves(*flipped), CountLegalMoves(position)) << position.Fen();
    if (position.castling() == 0) {
      EXPECT_EQ(CountLegalMoves(*mirrored), CountLegalMoves(position)) << position.Fen();
    }
  }
}

}  // namespace
}  // namespace notochord::board
