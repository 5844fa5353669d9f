import SystemPackage
import Testing

@testable import MetaCore

@Suite("Frames of slideshows")
struct SlideshowPlanTests {
  private func time(_ value: Int64, _ timescale: UInt32 = 1) throws -> MediaTime {
    try #require(MediaTime(value: value, timescale: timescale))
  }

  private func slideshow(_ count: Int, _ timing: Slideshow.Timing, fps: UInt32 = 60) throws
    -> Slideshow
  {
    var slideshow = Slideshow((0..<count).map { Slideshow.Image(path: FilePath("\($0).png")) })
    slideshow.timing = timing
    slideshow.frameDuration = try time(1, fps)
    return slideshow
  }

  private func bounds(
    _ slideshow: Slideshow, sound: MediaTime? = nil
  ) throws -> [Int] {
    try SlideshowPlan(slideshow, soundDuration: sound).bounds
  }

  @Test("Memory use grows with the image size, within the possible sizes")
  func memory() throws {
    func memory(_ width: Int, _ height: Int, processors: Int = 2) throws -> UInt {
      var slideshow = try slideshow(1, .usual)
      (slideshow.width, slideshow.height) = (width, height)
      return try slideshow.needs(with: nil, processors: processors).memory
    }
    #expect(try memory(640, 480) == 2 << 30)
    #expect(try memory(3840, 2160) > 2 << 30)
    #expect(try memory(3840, 2160) < memory(3840, 2160, processors: 64))
    #expect(try memory(8192, 8192) < 33 << 30)
    #expect(throws: MetaError.self) { try memory(.max, .max) }
  }

  @Test("Images share a duration, have one each, or share that of the audio")
  func timings() throws {
    #expect(
      try bounds(slideshow(6, .total(time(60)))) == [0, 600, 1200, 1800, 2400, 3000, 3600])
    #expect(try bounds(slideshow(3, .total(time(10)), fps: 1)) == [0, 3, 7, 10])
    #expect(try bounds(slideshow(2, .each(time(3, 2)), fps: 25)) == [0, 38, 75])
    #expect(try bounds(slideshow(2, .sound, fps: 10), sound: time(5)) == [0, 25, 50])
    #expect(try bounds(slideshow(1, .usual, fps: 30)) == [0, 150])
    var uneven = try slideshow(3, .total(time(10)), fps: 10)
    uneven.images[1].duration = try time(2)
    #expect(try bounds(uneven) == [0, 40, 60, 100])
    var ntsc = try slideshow(1, .each(time(10)))
    ntsc.frameDuration = try time(1001, 30000)
    #expect(try bounds(ntsc) == [0, 300])
  }

  @Test("No frames, or too many, are an error")
  func errors() throws {
    func code(_ slideshow: Slideshow, sound: MediaTime? = nil) throws -> MetaError.Code? {
      try #require(
        #expect(throws: MetaError.self) {
          try SlideshowPlan(slideshow, soundDuration: sound)
        }
      ).code
    }
    #expect(try code(slideshow(0, .usual)) == .invalidAttributes)
    for bad in [try time(0), try time(-1), .invalid, .positiveInfinity, .indefinite] {
      #expect(try code(slideshow(1, .each(bad))) == .invalidAttributes)
      #expect(try code(slideshow(1, .total(bad))) == .invalidAttributes)
      var one = try slideshow(2, .usual)
      one.images[0].duration = bad
      #expect(try code(one) == .invalidAttributes)
    }
    #expect(try code(slideshow(1, .each(time(Int64.max)))) == .limitExceeded)
    #expect(try code(slideshow(2, .each(time(1 << 40)))) == .limitExceeded)
    // Two thirds of a frame: the second image begins with the third one.
    #expect(try code(slideshow(3, .total(time(2)), fps: 1)) == .invalidAttributes)
    #expect(try code(slideshow(1, .sound)) == .invalidAttributes)
    var full = try slideshow(2, .total(time(5)))
    full.images[0].duration = try time(5)
    #expect(try code(full) == .invalidAttributes)
    for bad in [try time(0), try time(-1, 60), try time(1, 1001), try time(1001), .invalid] {
      var slideshow = try slideshow(1, .usual)
      slideshow.frameDuration = bad
      #expect(try code(slideshow) == .invalidAttributes)
    }
  }

  @Test("Groups leave the shortest remainder", arguments: 1...700)
  func groups(frames: Int) {
    for (longest, shortest) in [(120, 2), (120, 1), (2, 2), (1, 1), (3, 2), (48, 2)]
    where frames >= shortest {
      let groups = SlideshowPlan.groups(of: frames, longest: longest, shortest: shortest)
      #expect(groups.length * groups.count + groups.rest == frames)
      #expect(groups.rest < groups.length && (groups.rest == 0 || groups.rest >= shortest))
      #expect(groups.length >= shortest && groups.count >= 1)
      #expect(groups.length <= longest || groups.count == 1)
    }
  }

  @Test func groupsOfSomeLengths() {
    func groups(_ frames: Int) -> SlideshowPlan.Groups {
      SlideshowPlan.groups(of: frames, longest: 120, shortest: 2)
    }
    #expect(groups(600) == SlideshowPlan.Groups(length: 120, count: 5, rest: 0))
    #expect(groups(100) == SlideshowPlan.Groups(length: 100, count: 1, rest: 0))
    #expect(groups(150) == SlideshowPlan.Groups(length: 75, count: 2, rest: 0))
    #expect(groups(599) == SlideshowPlan.Groups(length: 119, count: 5, rest: 4))
    #expect(groups(121).rest != 1)
  }

  @Test("The key frame interval limits groups")
  func keyFrames() throws {
    let plan = try SlideshowPlan(slideshow(1, .usual), soundDuration: nil)
    var settings = VideoOutputSettings(codec: .h264)
    #expect(plan.longestGroup(settings) == 120)
    settings.maxKeyFrameInterval = 48
    #expect(plan.longestGroup(settings) == 48)
    settings.maxKeyFrameIntervalDuration = 0.5
    #expect(plan.longestGroup(settings) == 30)
    #expect(plan.longestGroup(VideoOutputSettings(codec: .proRes422)) == 1)
  }
}
